// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A `$filter` condition.
///
/// Interpolated values become literals, so no text can change the condition.
///
/// OData URL Conventions 4.01 §5.1.1
///
/// ```swift
/// let filter: ODataExpression = "startswith(displayName,\(typed)) and accountEnabled eq \(true)"
/// let query = GraphQuery(filter: filter)
/// let people = graph.pages("/users", query, of: Person.self)
/// ```
public struct ODataExpression: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The condition with its literals, before percent-encoding.
    public let description: String

    /// Creates a condition from a literal.
    public init(stringLiteral value: String) { description = value }

    /// Creates a condition with interpolated literals.
    public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

    /// The builder for interpolated conditions.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""

        /// Creates an empty condition.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a quoted string.
        public mutating func appendInterpolation(_ value: String) { text += value.asODataLiteral }

        /// Appends `true` or `false`.
        public mutating func appendInterpolation(_ value: Bool) { text += String(value) }

        /// Appends an integer.
        public mutating func appendInterpolation(_ value: Int) { text += String(value) }

        /// Appends a date and time.
        public mutating func appendInterpolation(_ value: Date) { text += value.formatted(.iso8601) }
    }
}

extension String {
    /// Escapes each mark and escape character, so that the text cannot end the quotation.
    func quoted(by mark: Unicode.Scalar, escape: Unicode.Scalar) -> String {
        // By scalars: a mark before a combining mark is another character, but servers parse it as a mark.
        var quoted = String.UnicodeScalarView([mark])
        for scalar in unicodeScalars {
            if scalar == mark || scalar == escape { quoted.append(escape) }
            quoted.append(scalar)
        }
        quoted.append(mark)
        return String(quoted)
    }

    /// OData doubles a single quote. OData URL Conventions 4.01 §5.1.1.14.1
    var asODataLiteral: String { quoted(by: "'", escape: "'") }
}
