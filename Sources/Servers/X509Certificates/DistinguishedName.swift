// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// The name of a subject or an issuer, as certificates contain it. RFC 5280 §4.1.2.4
package struct DistinguishedName: Sendable, Hashable {
    /// An attribute of a name, whose text is written as UTF-8. RFC 5280 Appendix A.1
    package struct Attribute: Sendable {
        private let type: [UInt8]
        private let text: String

        /// The name of a person or thing.
        package static func commonName(_ text: String) -> Attribute { Attribute(type: [0x55, 0x04, 0x03], text: text) }
        /// The name of an organization.
        package static func organization(_ text: String) -> Attribute {
            Attribute(type: [0x55, 0x04, 0x0A], text: text)
        }
        /// The name of a part of an organization.
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

    /// Takes the name of a certificate.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a name with one attribute in each part, the widest first.
    package init(_ attributes: Attribute...) { self.init(attributes.map { [$0] }) }

    /// Creates a name whose parts may have several attributes, but have at least one.
    package init(_ parts: [[Attribute]]) {
        bytes = DER.sequence { writer in
            for part in parts {
                // The elements of a set have the order of their bytes. X.690 §11.6
                let attributes = part.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
                writer.elements(DER.Tag.set) { $0.append(Array(attributes.joined())) }
            }
        }
    }
}
