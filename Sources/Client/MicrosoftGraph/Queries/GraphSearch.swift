// SPDX-License-Identifier: Apache-2.0

/// A `$search` value that matches text in at least one of several properties.
///
/// Graph matches whole words and their beginnings. Results are eventually consistent: a recent change might be missing.
///
/// ```swift
/// let search = GraphSearch("weiß", in: ["displayName", "mail"])
/// let query = GraphQuery(search: search)
/// let people = graph.pages("/users", query, of: Person.self)
/// ```
public struct GraphSearch: Sendable, Hashable, CustomStringConvertible {
    /// The terms, each in double quotes, before percent-encoding.
    public let description: String

    /// Creates a search for literal text.
    ///
    /// - Parameters:
    ///   - text: The text. Graph rejects an empty one.
    ///   - properties: The properties to search, by their Graph names.
    public init(_ text: String, in properties: [String]) {
        description = properties.map { Self.quoted("\($0):\(text)") }.joined(separator: " OR ")
    }

    /// Quotes a term: Graph reads a backslash before a quote or a backslash as an escape.
    private static func quoted(_ text: String) -> String {
        // By scalars: a quote that a combining mark follows is another character, but servers read it as a quote.
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
