// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// Reads `$filter`: comparisons and functions over the texts and flags of a person, `and`, `or`, `not` and parentheses.
///
/// OData URL Conventions 4.01 §5.1.1
struct UserFilterParser {
    private var scanner: ODataScanner
    private let advanced: AdvancedQuery
    private var depth = 0
    private var count = 0

    private static let maximumCount = 100
    private static let maximumDepth = 20
    /// The properties that `endsWith` supports, with an advanced query.
    private static let endingProperties: Set = ["mail", "userPrincipalName"]

    private init(_ text: String, _ advanced: AdvancedQuery) {
        scanner = ODataScanner(text)
        self.advanced = advanced
    }

    /// Reads a condition.
    ///
    /// - Throws: ``GraphFault`` (400) with the words that Graph uses.
    static func parse(_ text: String, _ advanced: AdvancedQuery) throws -> PeopleCondition {
        var parser = UserFilterParser(text, advanced)
        let filter = try parser.alternatives()
        guard parser.scanner.isAtEnd() else { throw parser.scanner.syntaxError() }
        return filter
    }

    private mutating func alternatives() throws -> PeopleCondition {
        // Each parenthesis is a recursive call: a limit keeps a long filter from exhausting the stack.
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw GraphFault.badRequest("Invalid filter clause: it is nested too deeply.")
        }
        defer { depth -= 1 }
        var conditions = [try conjunction()]
        while scanner.accept(word: "or") { conditions.append(try conjunction()) }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func conjunction() throws -> PeopleCondition {
        var conditions = [try condition()]
        while scanner.accept(word: "and") { conditions.append(try condition()) }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func condition() throws -> PeopleCondition {
        try countOne()
        if scanner.accept("(") {
            let filter = try alternatives()
            try scanner.require(")")
            return filter
        }
        let name = try scanner.word()
        if name.lowercased() == "not" {
            try advanced.require(for: "not")
            // Each `not` is a recursive call too, and `countOne()` limits their number.
            return .not(try condition())
        }
        if scanner.accept("(") { return try function(name) }
        return try comparison(of: try property(name))
    }

    private mutating func comparison(of property: String) throws -> PeopleCondition {
        let operation = try scanner.word()
        switch operation.lowercased() {
        case "eq": return .property(property, .equals, try value(of: property))
        case "ge": return .property(property, .atLeast, try text(for: property))
        case "le": return .property(property, .atMost, try text(for: property))
        case "in": return try membership(of: property)
        case "ne":
            guard advanced.isGranted else {
                throw GraphFault.unsupported("Filter operator 'NotEqualsMatch' is not supported.")
            }
            return .not(.property(property, .equals, try value(of: property)))
        default: throw GraphFault.unsupported("Unsupported property filter clause operator '\(operation)'.")
        }
    }

    /// The value to compare a property with: `true` or `false` for a flag, else a text between quotes.
    private mutating func value(of property: String) throws -> String {
        guard UserProperties.flags.contains(property) else { return try scanner.literal() }
        let word = try scanner.word()
        guard ["true", "false"].contains(word) else { throw GraphFault.unsupportedClause(property) }
        return word
    }

    /// A text between quotes, for a property of type text.
    private mutating func text(for property: String) throws -> String {
        guard UserProperties.text.contains(property) else { throw GraphFault.unsupportedClause(property) }
        return try scanner.literal()
    }

    private mutating func membership(of property: String) throws -> PeopleCondition {
        try scanner.require("(")
        var values: [PeopleCondition] = []
        repeat {
            try countOne()
            values.append(.property(property, .equals, try value(of: property)))
        } while scanner.accept(",")
        try scanner.require(")")
        return .any(values)
    }

    private mutating func function(_ name: String) throws -> PeopleCondition {
        let ends = name.lowercased() == "endswith"
        guard ends || name.lowercased() == "startswith" else {
            throw GraphFault.unsupported(
                "Unsupported property filter clause operator '\(name.prefix(1).uppercased() + name.dropFirst())'.")
        }
        let property = try self.property(try scanner.word())
        try scanner.require(",")
        let text = try scanner.literal()
        try scanner.require(")")
        guard !text.isEmpty, UserProperties.text.contains(property),
            !ends || Self.endingProperties.contains(property)
        else {
            throw GraphFault.unsupportedClause(property)
        }
        if ends { try advanced.require(for: "endsWith") }
        if property == "mobilePhone" { try advanced.require(for: "startsWith") }
        return .property(property, ends ? .endsWith : .startsWith, text)
    }

    private func property(_ name: String) throws -> String {
        guard UserProperties.all.contains(name) else {
            throw GraphFault.badRequest("Invalid filter clause: \(GraphFault.noProperty(name))")
        }
        guard UserProperties.filterable.contains(name) else { throw GraphFault.unsupportedClause(name) }
        return name
    }

    /// Each condition is a search in the index: a long filter must not keep the server busy.
    private mutating func countOne() throws {
        count += 1
        guard count <= Self.maximumCount else {
            throw GraphFault.unsupported(
                "Too many child clauses specified in search filter expression. Max allowed: \(Self.maximumCount).")
        }
    }
}

/// Reads `$search`: terms such as `"displayName:al"` in double quotes, with `AND` and `OR` between them.
///
/// As in Graph, a display name is searched word by word, and every other property from its beginning.
enum UserSearchParser {
    /// The most terms, and the most words of a term.
    private static let maximumCount = 20

    /// Reads a search.
    ///
    /// - Throws: ``GraphFault`` (400).
    static func parse(_ text: String) throws -> PeopleCondition {
        var scanner = ODataScanner(text)
        var alternatives: [[PeopleCondition]] = [[try term(&scanner)]]
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
        return .any(alternatives.map(PeopleCondition.all))
    }

    private static func term(_ scanner: inout ODataScanner) throws -> PeopleCondition {
        guard let term = try? scanner.literal(quote: "\"", escape: "\\") else { throw malformed("$search") }
        let parts = term.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace),
            FoldedText.words(of: FoldedText.comparable(String(parts[1]))).count <= maximumCount
        else { throw malformed(term) }
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
