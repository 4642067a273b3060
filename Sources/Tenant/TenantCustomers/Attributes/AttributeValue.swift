// SPDX-License-Identifier: Apache-2.0
package import JOSE

/// The value that a customer gave for one attribute; in JSON it is the bare value.
package enum AttributeValue: Sendable, Hashable, Codable {
    case text(String)
    case number(Int)
    case boolean(Bool)

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .boolean(let boolean): try value.encode(boolean)
        }
    }

    /// The value as a form field shows it.
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .boolean(let boolean): boolean ? "true" : ""
        }
    }

    /// The bare value.
    package var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .number(String(number))
        case .boolean(let boolean): .boolean(boolean)
        }
    }
}
