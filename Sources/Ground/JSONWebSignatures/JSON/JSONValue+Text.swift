// SPDX-License-Identifier: Apache-2.0

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, with the members of an object sorted by name, and without white space.
    public var description: String { text }
}

extension JSONValue {
    /// Sorted by name, without whitespace: the form that RFC 7638 §3.3 hashes; headers begin with `alg`.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members):
            Self.write(members.sorted { $0.key < $1.key }, "{", "}", to: &bytes) { member, bytes in
                Self.write(name: member.key, to: &bytes)
                member.value.write(to: &bytes)
            }
        case .array(let elements): Self.write(elements, "[", "]", to: &bytes) { $0.write(to: &$1) }
        case .string(let string): Self.write(string, to: &bytes)
        case .number(let number): bytes += (StrictJSON.isNumber(number) ? number : "null").utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        }
    }

    @inlinable
    package static func write<Part>(
        _ parts: [Part], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, to bytes: inout [UInt8],
        _ writePart: (Part, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: opening))
        for (index, part) in parts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            writePart(part, &bytes)
        }
        bytes.append(UInt8(ascii: closing))
    }

    package static func write(name: String, to bytes: inout [UInt8]) {
        write(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    package static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { writeCharacters(of: UnsafeRawBufferPointer($0), to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Without quotation marks; escapes only the characters that RFC 8259 §7 requires, each of which is one byte.
    package static func writeCharacters(of text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        // Most texts need no escape, which one pass without branches shows.
        guard text.reduce(0, { $0 | isEscaped($1) }) == 1 else {
            bytes += text
            return
        }
        var start = text.startIndex
        for index in text.indices where isEscaped(text[index]) == 1 {
            bytes += text[start..<index]
            bytes += escape(text[index])
            start = index + 1
        }
        bytes += text[start...]
    }

    private static func isEscaped(_ byte: UInt8) -> UInt8 {
        (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5c ? 1 : 0)
    }

    private static func escape(_ byte: UInt8) -> String.UTF8View {
        switch byte {
        case 0x22: "\\\"".utf8
        case 0x5c: "\\\\".utf8
        case 0x08: "\\b".utf8
        case 0x09: "\\t".utf8
        case 0x0a: "\\n".utf8
        case 0x0c: "\\f".utf8
        case 0x0d: "\\r".utf8
        default: "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
        }
    }
}
