// SPDX-License-Identifier: Apache-2.0

/// The distinguished encoding rules of ASN.1, as far as keys and certificates need them. X.690
package enum DER {
    /// The tags of elements: whole bytes, so only tags with numbers below 31.
    package enum Tag {
        package static let integer: UInt8 = 0x02
        package static let bitString: UInt8 = 0x03
        package static let octetString: UInt8 = 0x04
        package static let null: UInt8 = 0x05
        package static let objectIdentifier: UInt8 = 0x06
        package static let sequence: UInt8 = 0x30

        /// An element that holds others, with a number from 0 to 30 of its structure.
        package static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
        /// An element that holds no others, with a number from 0 to 30 of its structure.
        package static func value(_ number: UInt8) -> UInt8 { 0x80 | number }
    }

    /// Bytes that are not in the one form that the rules allow, or are another element than expected.
    package struct Invalid: Error {
        package init() {}
    }

    package static func sequence(_ body: (inout Writer) -> Void) -> [UInt8] {
        var writer = Writer()
        writer.elements(Tag.sequence, body)
        return writer.bytes
    }
}
