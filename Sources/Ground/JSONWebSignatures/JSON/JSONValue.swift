// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// A JSON value, such as a claim of a token.
///
/// ```swift
/// switch account.identity.claims["roles"] {
/// case .array(let roles): await show("You have \(roles.count) roles.")
/// case .string(let role): await show("You have the role \(role).")
/// default: await show("You have no role.")
/// }
/// ```
///
/// RFC 8259
public enum JSONValue: Sendable {
    /// An object; no name occurs twice.
    case object([String: JSONValue])
    /// A list.
    case array([JSONValue])
    /// Text.
    case string(String)
    /// A number as JSON writes it, such as `-2.5`: only a conversion to binary floating point loses digits.
    ///
    /// Other text is written as `null`. Numbers are equal if their values are: `2.0` and `2`.
    case number(String)
    /// True or false.
    case boolean(Bool)
    /// An explicit `null`.
    case null
}

extension JSONValue: Hashable {
    private enum Number: Hashable {
        case whole(Int64)
        case real(Double)
        case text(String)

        init(_ text: String) {
            if let whole = Int64(text) {
                self = .whole(whole)
            } else if let real = Double(text), real.isFinite {
                self = Int64(exactly: real).map(Number.whole) ?? .real(real)
            } else {
                self = .text(text)
            }
        }
    }

    /// Whether two values are equal; numbers by their values.
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.object(let one), .object(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.string(let one), .string(let other)): one == other
        case (.number(let one), .number(let other)): one == other || Number(one) == Number(other)
        case (.boolean(let one), .boolean(let other)): one == other
        case (.null, .null): true
        default: false
        }
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .object(let members): hasher.combine(members)
        case .array(let elements): hasher.combine(elements)
        case .string(let text): hasher.combine(text)
        case .number(let text): hasher.combine(Number(text))
        case .boolean(let value): hasher.combine(value)
        case .null: hasher.combine(0)
        }
    }
}

extension JSONValue {
    package static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    package static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

    /// The members, if this is an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements, if this is a list.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, if this is text.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value, if this is a number; not exact above 2⁵³, infinite where the number is too large.
    public var double: Double? {
        // `Double` calls the C library, which takes many times longer; both round a whole number alike.
        if case .number(let text) = self { Int64(text).map(Double.init) ?? Double(text) } else { nil }
    }

    /// The value, if this is true or false.
    public var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

/// For values of other programs in records and files; `StrictJSON` reads signed content.
extension JSONValue: Codable {
    /// Reads any JSON value; a number keeps only the digits that fit in `Int64` or `Double`.
    ///
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(String(value))
        } else if let value = try? container.decode(Double.self) {
            self = .number(String(value))
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the JSON value; `null` for a number that is too large for `Double`.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        case .string(let text): try container.encode(text)
        case .boolean(let value): try container.encode(value)
        case .null: try container.encodeNil()
        case .number(let text):
            if let value = Int64(text) {
                try container.encode(value)
            } else if let value = Double(text), value.isFinite {
                try container.encode(value)
            } else {
                // An encoder refuses infinity; one claim must not prevent saving the account.
                try container.encodeNil()
            }
        }
    }
}

extension JSONValue {
    /// A number of seconds since 1970, at most until the end of the year 9999.
    ///
    /// Any other number is not a time: milliseconds would be a time that no check ever finds too old. RFC 7519 §2
    package var numericDate: Date? {
        guard let seconds = double, (0...253_402_300_799).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}
