// SPDX-License-Identifier: Apache-2.0
import JOSE

/// A JSON value in a token.
///
/// ```swift
/// switch account.identity.claims["roles"] {
/// case .array(let roles): await show("You have \(roles.count) roles.")
/// case .string(let role): await show("You have the role \(role).")
/// default: await show("You have no role.")
/// }
/// ```
public enum ClaimValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A number.
    case number(Double)
    /// True or false.
    case bool(Bool)
    /// A list.
    case array([ClaimValue])
    /// An object.
    case object([String: ClaimValue])
    /// An explicit `null`.
    case null
}

extension ClaimValue {
    /// Takes over a strictly parsed value.
    init(_ value: JSONValue) {
        switch value {
        case .object(let members): self = .object(members.mapValues(ClaimValue.init))
        case .array(let elements): self = .array(elements.map(ClaimValue.init))
        case .string(let text): self = .string(text)
        case .number: self = .number(value.double ?? .infinity)
        case .boolean(let value): self = .bool(value)
        case .null: self = .null
        }
    }
}

extension ClaimValue: CustomStringConvertible {
    /// The value as JSON, with the members of an object in alphabetical order.
    public var description: String { json.text }

    private var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        // JSON cannot write infinity, which stands for a number too large for `Double`.
        case .number(let value) where !value.isFinite: .null
        case .number(let value): .number(Int64(exactly: value).map(String.init) ?? String(value))
        case .bool(let value): .boolean(value)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): .object(members.mapValues(\.json))
        case .null: .null
        }
    }
}

extension ClaimValue: Codable {
    /// Reads any JSON value.
    ///
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([ClaimValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: ClaimValue].self))
        }
    }

    /// Writes the JSON value.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        // JSON cannot write infinity, which stands for too large a number; one claim must not prevent the save of the
        // account.
        case .number(let value) where !value.isFinite: try container.encodeNil()
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
