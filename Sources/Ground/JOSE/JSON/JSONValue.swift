// SPDX-License-Identifier: Apache-2.0

/// A piece of JSON in which no object had a member twice.
///
/// RFC 8259
package enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    /// The text of the number: only a caller that converts it to binary floating point loses digits.
    case number(String)
    case boolean(Bool)
    case null

    /// The members, if this is an object.
    package var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements, if this is an array.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, if this is a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value, if this is a number; not exact above 2⁵³, infinite where the number is too large.
    package var double: Double? {
        // `Double` asks the C library, which takes many times longer; both round a whole number alike.
        if case .number(let text) = self { Int64(text).map(Double.init) ?? Double(text) } else { nil }
    }

    /// The value, if this is a boolean.
    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }
}
