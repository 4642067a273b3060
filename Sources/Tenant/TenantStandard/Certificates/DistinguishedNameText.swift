// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import X509Certificates

/// A distinguished name that can be compared, from a certificate or from a registration. RFC 4514
///
/// Names of attributes ignore case, values do not. Spaces around separators are ignored, since many tools write them.
/// Values in hexadecimal (`#04…`) or quotation marks are not supported.
struct DistinguishedNameText: Sendable, Hashable {
    private struct Attribute: Hashable {
        /// The object identifier, with dots.
        let type: String
        /// As bytes: texts compare by Unicode, where a Kelvin sign equals the letter K.
        let value: [UInt8]
    }

    /// In bytes; the limit is Tessera's.
    static let maximumByteCount = 2048

    /// In the order of the certificate; a text has the opposite order.
    private let names: [Set<Attribute>]

    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumByteCount else { return nil }
        var reader = Reader(rest: text.utf8[...])
        var names: [Set<Attribute>] = []
        var name: Set<Attribute> = []
        while true {
            guard let type = reader.type().flatMap(Self.identifier), let value = reader.value(),
                name.insert(Attribute(type: type, value: value)).inserted
            else { return nil }
            let separator = reader.rest.popFirst()
            if separator == UInt8(ascii: "+") { continue }
            names.append(name)
            guard separator != nil else { break }
            name = []
        }
        self.names = names.reversed()
    }

    init?(_ name: DistinguishedName) {
        var names: [Set<Attribute>] = []
        for part in name.parts {
            var attributes: Set<Attribute> = []
            for (type, value) in part {
                guard let value else { return nil }
                attributes.insert(Attribute(type: type, value: Array(value.utf8)))
            }
            names.append(attributes)
        }
        self.names = names
    }

    /// The names of RFC 4514 §3, and others that tools write.
    private static let identifiers = [
        "CN": "2.5.4.3", "L": "2.5.4.7", "ST": "2.5.4.8", "O": "2.5.4.10", "OU": "2.5.4.11", "C": "2.5.4.6",
        "STREET": "2.5.4.9", "DC": "0.9.2342.19200300.100.1.25", "UID": "0.9.2342.19200300.100.1.1",
        "SERIALNUMBER": "2.5.4.5", "E": "1.2.840.113549.1.9.1", "EMAILADDRESS": "1.2.840.113549.1.9.1",
    ]

    private static func identifier(_ type: String) -> String? {
        let isDotted = type.contains(".") && type.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return isDotted ? type : identifiers[type.uppercased()]
    }
}

extension DistinguishedNameText {
    /// Linear: reads each byte once.
    private struct Reader {
        var rest: String.UTF8View.SubSequence

        private static let space = UInt8(ascii: " ")
        private static let separators = Set(",+".utf8)
        /// The characters that a value must escape. RFC 4514 §2.4
        private static let special = Set("\"+,;<>".utf8 + [0])
        private static let escapable = Set("\"+,;<> #=\\".utf8)

        mutating func type() -> String? {
            rest = rest.drop { $0 == Self.space }
            guard let end = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let type = rest[..<end]
            rest = rest[end...].dropFirst()
            var text = String(decoding: type, as: UTF8.self)
            while text.last == " " { text.removeLast() }
            return text
        }

        mutating func value() -> [UInt8]? {
            rest = rest.drop { $0 == Self.space }
            guard rest.first != UInt8(ascii: "#") else { return nil }
            var bytes: [UInt8] = []
            var length = 0
            while let byte = rest.first, !Self.separators.contains(byte) {
                rest = rest.dropFirst()
                if byte == UInt8(ascii: "\\") {
                    guard let escaped = escaped() else { return nil }
                    bytes.append(escaped)
                    length = bytes.count
                } else {
                    guard !Self.special.contains(byte) else { return nil }
                    bytes.append(byte)
                    if byte != Self.space { length = bytes.count }
                }
            }
            guard length > 0, String(validating: bytes[..<length], as: UTF8.self) != nil else { return nil }
            return Array(bytes[..<length])
        }

        /// The byte after a backslash: the character itself, or two hexadecimal digits.
        private mutating func escaped() -> UInt8? {
            guard let first = rest.popFirst() else { return nil }
            if Self.escapable.contains(first) { return first }
            guard let second = rest.popFirst(), let high = Self.digit(first), let low = Self.digit(second) else {
                return nil
            }
            return high << 4 | low
        }

        private static func digit(_ byte: UInt8) -> UInt8? {
            Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
        }
    }
}
