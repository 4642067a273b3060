// SPDX-License-Identifier: Apache-2.0
package import JOSE

/// JSON that keeps the order of its members.
///
/// No client may rely on an order (RFC 8259 §4), but documents that look like recorded ones are easier to compare.
package enum OrderedJSON: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    case null
    case array([OrderedJSON])
    case object([(String, OrderedJSON)])
    /// JSON whose members are sorted by name.
    case value(JSONValue)

    /// An array of strings.
    package static func strings(_ values: [String]) -> OrderedJSON { .array(values.map(OrderedJSON.string)) }

    /// The text, without white space.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text in UTF-8.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let value): JSONValue.write(value, to: &bytes)
        case .number(let value): bytes += String(value).utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONValue.write(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .value(let value): value.write(to: &bytes)
        }
    }
}
