// SPDX-License-Identifier: Apache-2.0

/// JSON whose members keep their order.
///
/// No client may rely on an order (RFC 8259 §4), but documents that look like recorded ones are easier to compare.
indirect enum OrderedJSON: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    case null
    case array([OrderedJSON])
    case object([(String, OrderedJSON)])

    /// An array of strings.
    static func strings(_ values: [String]) -> OrderedJSON { .array(values.map(OrderedJSON.string)) }

    /// The text, without white space.
    var text: String {
        switch self {
        case .string(let value): Self.quoted(value)
        case .number(let value): String(value)
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.0)):\($0.1.text)" }.joined(separator: ",") + "}"
        }
    }

    /// Text in quotes, with what must be escaped and nothing more.
    ///
    /// RFC 8259 §7
    private static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": quoted.append(contentsOf: "\\\\".unicodeScalars)
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.count)
                quoted.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }
}
