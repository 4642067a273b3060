// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The path of an entity below Graph's version, such as `/groups/{id}/members`.
///
/// Interpolated values are escaped as part of one path segment, so no value can lead to another entity.
///
/// ```swift
/// let path: GraphPath = "/groups/\(groupID)/owners"
/// let list = graph.pages(path, of: Person.self)
/// let owners = try await list.all(limit: 100)
/// ```
public struct GraphPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    let encoded: String?

    /// Creates a path from a literal.
    public init(stringLiteral value: String) { self.init(encoded: value, isUsable: true) }

    /// Creates a path with escaped values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(encoded: stringInterpolation.text, isUsable: stringInterpolation.isUsable)
    }

    private init(encoded text: String, isUsable: Bool) {
        let path = text.hasPrefix("/") ? String(text.dropFirst()) : text
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let leadsElsewhere = segments.contains { ["", ".", ".."].contains($0.percentDecoded ?? "") }
        encoded = isUsable && !leadsElsewhere && !path.contains { "?#\\".contains($0) } ? path : nil
    }

    /// The builder for interpolated paths.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""
        fileprivate var isUsable = true

        /// Creates an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends an escaped ID or name.
        public mutating func appendInterpolation(_ name: String) {
            // Dots alone, or a slash that a server decodes, would lead to another entity.
            if ["", ".", ".."].contains(name) || name.contains(where: { "/\\".contains($0) }) { isUsable = false }
            text += name.percentEncoded(except: "!$&'()*+,=:@")
        }
    }

    /// After a dollar sign, a user name would be parsed as part of the URL itself.
    init(person who: String) { self = who.hasPrefix("$") ? "users(\(who.asODataLiteral))" : "users/\(who)" }
}
