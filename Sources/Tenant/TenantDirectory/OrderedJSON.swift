// SPDX-License-Identifier: Apache-2.0
import JOSE

/// JSON that keeps the order of its members.
///
/// No client may rely on an order (RFC 8259 §4), but documents that look like recorded ones are easier to compare.
package indirect enum OrderedJSON: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    case null
    case array([OrderedJSON])
    case object([(String, OrderedJSON)])

    /// An array of strings.
    package static func strings(_ values: [String]) -> OrderedJSON { .array(values.map(OrderedJSON.string)) }

    /// The text, without white space.
    package var text: String {
        switch self {
        case .string(let value): JSONValue.string(value).text
        case .number(let value): String(value)
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(JSONValue.string($0.0).text):\($0.1.text)" }.joined(separator: ",") + "}"
        }
    }
}
