// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// The only form in which this library writes JSON: members sorted by name, no whitespace.
    ///
    /// RFC 7638 §3.3 hashes this form; it also orders the members of headers: `alg`, `kid`, `typ`.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .object(let members):
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .string(let string): Self.write(string, to: &text)
        case .number(let number): text += number
        case .boolean(let value): text += value ? "true" : "false"
        case .null: text += "null"
        }
    }

    /// Escapes only the characters that RFC 8259 §7 requires; each of these is one byte of UTF-8.
    private static func write(_ string: String, to text: inout String) {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        quoted.reserveCapacity(string.utf8.count + 2)
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): quoted += "\\\"".utf8
            case UInt8(ascii: "\\"): quoted += "\\\\".utf8
            case 0..<0x20:
                quoted += (byte < 0x10 ? "\\u000" : "\\u00").utf8
                quoted += String(byte, radix: 16).utf8
            default: quoted.append(byte)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        text += String(decoding: quoted, as: UTF8.self)
    }
}
