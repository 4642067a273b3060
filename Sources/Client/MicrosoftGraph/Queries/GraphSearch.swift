// SPDX-License-Identifier: Apache-2.0

/// A value of `$search`: objects with a text in at least one of several properties.
///
/// Graph compares whole words and their beginnings. It sends results only eventually: an object that has just changed
/// may be missing.
///
/// ```swift
/// let search = GraphSearch("weiß", in: ["displayName", "mail"])
/// let query = GraphQuery(search: search)
/// let people = graph.pages("/users", query, of: Person.self)
/// ```
public struct GraphSearch: Sendable, Hashable, CustomStringConvertible {
    /// The terms, each in double quotes, before they are percent-encoded.
    public let description: String

    /// Searches for a text, which is taken literally.
    ///
    /// - Parameters:
    ///   - text: The text; Graph refuses an empty one.
    ///   - properties: The properties by Graph's names.
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
