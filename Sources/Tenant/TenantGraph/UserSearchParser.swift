// SPDX-License-Identifier: Apache-2.0
/// Reads `$search`: terms such as `"displayName:al"` in double quotes, with `AND` and `OR` between them.
///
/// As in Graph, a display name is searched word by word, and every other property from its beginning.
enum UserSearchParser {
    private static let maximumCount = 20

    /// Reads a search.
    ///
    /// - Throws: ``GraphFault`` (400).
    static func parse(_ text: String) throws -> UserFilter {
        var scanner = ODataScanner(text)
        var alternatives: [[UserFilter]] = [[try term(&scanner)]]
        var count = 1
        while !scanner.isAtEnd() {
            if scanner.accept(word: "or") {
                alternatives.append([])
            } else if !scanner.accept(word: "and") {
                throw malformed(text)
            }
            alternatives[alternatives.count - 1].append(try term(&scanner))
            count += 1
            guard count <= maximumCount else { throw malformed(text) }
        }
        return .any(alternatives.map(UserFilter.all))
    }

    private static func term(_ scanner: inout ODataScanner) throws -> UserFilter {
        guard let term = try? scanner.literal(quote: "\"", escape: "\\") else { throw malformed("$search") }
        let parts = term.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace) else { throw malformed(term) }
        let property = String(parts[0])
        guard UserResource.searchableProperties.contains(property) else {
            throw GraphFault.unsupported("Property '\(property)' is not searchable on resource 'User'.")
        }
        return .property(property, property == "displayName" ? .hasWords : .startsWith, String(parts[1]))
    }

    private static func malformed(_ text: String) -> GraphFault {
        .badRequest(
            "Invalid search clause '\(text)': each term stands in double quotes, as in \"displayName:al\", "
                + "with AND or OR between terms.")
    }
}
