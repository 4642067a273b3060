// SPDX-License-Identifier: Apache-2.0

/// Any JSON value, with which a test replaces another value.
///
/// ```swift
/// let groups: JSONContent = ["sales", "support"]
/// let request = TestTokenRequest(.id, person: tenant.person.id, claims: ["groups": groups, "level": 3])
/// let token = try await tenant.token(request)
/// ```
public enum JSONContent: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// Another number.
    case number(Double)
    /// True or false.
    case boolean(Bool)
    /// A list.
    case array([JSONContent])
    /// An object.
    case object([String: JSONContent])
    /// An explicit `null`.
    case null
}

extension JSONContent: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONContent].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONContent].self))
        }
    }

    /// Writes the JSON value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}

extension JSONContent: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A list.
    public init(arrayLiteral elements: JSONContent...) { self = .array(elements) }
}
