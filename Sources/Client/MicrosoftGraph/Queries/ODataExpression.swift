// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A condition of `$filter`; interpolated values become literals, from which no text can break out.
///
/// OData URL Conventions 4.01 §5.1.1
///
/// ```swift
/// let filter: ODataExpression = "startswith(displayName,\(typed)) and accountEnabled eq \(true)"
/// let query = GraphQuery(filter: filter)
/// let people = graph.pages("/users", query, of: Person.self)
/// ```
public struct ODataExpression: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The condition with its literals, before it is percent-encoded.
    public let description: String

    /// Takes a condition as the program wrote it.
    public init(stringLiteral value: String) { description = value }

    /// Takes a condition with literals.
    public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

    /// Collects the parts of a condition.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""

        /// Begins an empty condition.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a part that the program wrote.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a text in quotes.
        public mutating func appendInterpolation(_ value: String) { text += ODataLiteral(value).description }

        /// Adds `true` or `false`.
        public mutating func appendInterpolation(_ value: Bool) { text += String(value) }

        /// Adds a whole number.
        public mutating func appendInterpolation(_ value: Int) { text += String(value) }

        /// Adds a time.
        public mutating func appendInterpolation(_ value: Date) { text += value.formatted(.iso8601) }
    }
}
