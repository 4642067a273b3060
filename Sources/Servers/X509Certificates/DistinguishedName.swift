// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// The name of a subject or an issuer. RFC 5280 §4.1.2.4
package struct DistinguishedName: Sendable, Hashable {
    package struct Attribute: Sendable {
        private let type: [UInt8]
        private let text: String

        package static func commonName(_ text: String) -> Attribute { Attribute(type: [0x55, 0x04, 0x03], text: text) }
        package static func organization(_ text: String) -> Attribute {
            Attribute(type: [0x55, 0x04, 0x0A], text: text)
        }
        package static func organizationalUnit(_ text: String) -> Attribute {
            Attribute(type: [0x55, 0x04, 0x0B], text: text)
        }

        fileprivate var bytes: [UInt8] {
            DER.sequence { writer in
                writer.element(DER.Tag.objectIdentifier, type)
                writer.element(DER.Tag.utf8String, Array(text.utf8))
            }
        }
    }

    /// The name in DER: two names are equal if these bytes are.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a name with one attribute per part, from general to specific.
    package init(_ attributes: Attribute...) { self.init(attributes.map { [$0] }) }

    package init(_ parts: [[Attribute]]) {
        bytes = DER.sequence { writer in
            for part in parts {
                // DER sorts the elements of a set by their bytes. X.690 §11.6
                let attributes = part.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
                writer.elements(DER.Tag.set) { $0.append(Array(attributes.joined())) }
            }
        }
    }
}
