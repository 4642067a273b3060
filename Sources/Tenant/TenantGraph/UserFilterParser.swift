// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// Reads `$filter`: comparisons, functions, `any`, `$count`, `and`, `or`, `not`. OData URL Conventions 4.01 §5.1.1
struct UserFilterParser {
    /// The left side of a comparison: a property, an element of a list, or a member of an object.
    private struct Operand {
        let property: PersonProperty
        /// `nil` for a member of an object, which accepts any literal.
        let type: PropertyType?

        var name: String { property.name }
    }

    private var scanner: ODataScanner
    private let advanced: AdvancedQuery
    private var depth = 0
    private var count = 0
    private var element: (name: String, list: PersonProperty)?

    private static let maximumCount = 100
    private static let maximumDepth = 20

    private init(_ text: String, _ advanced: AdvancedQuery) {
        scanner = ODataScanner(text)
        self.advanced = advanced
    }

    static func parse(_ text: String, _ advanced: AdvancedQuery) throws -> PeopleCondition {
        var parser = UserFilterParser(text, advanced)
        let filter = try parser.alternatives()
        guard parser.scanner.isAtEnd() else { throw parser.scanner.syntaxError() }
        return filter
    }

    private mutating func alternatives() throws -> PeopleCondition {
        // Each parenthesis is a recursive call: the limit keeps a long filter from exhausting the stack.
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
        let operand = try operand(name)
        return operand.type == .list ? try elements(of: operand.property) : try comparison(of: operand)
    }

    private mutating func operand(_ name: String) throws -> Operand {
        if let element, name == element.name {
            return Operand(property: element.list, type: try acceptMember() ? nil : .text)
        }
        guard let property = DirectoryPerson.graphProperties[name] else {
            throw GraphFault.badRequest("Invalid filter clause: \(GraphFault.noProperty(name))")
        }
        let isPlain = property.type == .text || property.type == .flag
        guard !property.traits.contains(.ofOneObjectOnly), isPlain || property.traits.contains(.filterable),
            try property.type != .object || acceptMember()
        else { throw GraphFault.unsupportedClause(name) }
        return Operand(property: property, type: property.type == .object ? nil : property.type)
    }

    private mutating func acceptMember() throws -> Bool {
        guard scanner.accept("/") else { return false }
        _ = try scanner.word()
        return true
    }

    private mutating func comparison(of operand: Operand) throws -> PeopleCondition {
        let operation = try scanner.word()
        switch operation.lowercased() {
        case "eq": return try equality(of: operand)
        case "ge": return .property(operand.name, .atLeast, try orderedValue(of: operand))
        case "le": return .property(operand.name, .atMost, try orderedValue(of: operand))
        case "in": return try membership(of: operand)
        case "ne":
            guard advanced.isGranted else {
                throw GraphFault.unsupported("Filter operator 'NotEqualsMatch' is not supported.")
            }
            return .not(try equality(of: operand))
        default: throw GraphFault.unsupported("Unsupported property filter clause operator '\(operation)'.")
        }
    }

    private mutating func equality(of operand: Operand) throws -> PeopleCondition {
        guard operand.type != .flag, scanner.accept(word: "null") else {
            return .property(operand.name, .equals, try value(of: operand))
        }
        try advanced.require(for: "eq")
        return .not(.property(operand.name, .startsWith, ""))
    }

    private mutating func value(of operand: Operand) throws -> String {
        switch operand.type {
        case .flag:
            let word = try scanner.word()
            guard ["true", "false"].contains(word) else { throw GraphFault.unsupportedClause(operand.name) }
            return word
        case .time:
            let text = try scanner.primitive()
            guard DocumentDate(text) != nil else { throw scanner.syntaxError() }
            return text
        case nil: return try scanner.primitive()
        default: return try scanner.literal()
        }
    }

    private mutating func orderedValue(of operand: Operand) throws -> String {
        guard operand.type != .flag else { throw GraphFault.unsupportedClause(operand.name) }
        return try value(of: operand)
    }

    private mutating func membership(of operand: Operand) throws -> PeopleCondition {
        try scanner.require("(")
        var values: [PeopleCondition] = []
        repeat {
            try countOne()
            values.append(.property(operand.name, .equals, try value(of: operand)))
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
        let operand = try operand(try scanner.word())
        try scanner.require(",")
        let text = try scanner.literal()
        try scanner.require(")")
        let traits = operand.property.traits
        guard !text.isEmpty, [.text, nil].contains(operand.type), !ends || traits.contains(.ending) else {
            throw GraphFault.unsupportedClause(operand.name)
        }
        if ends { try advanced.require(for: "endsWith") }
        if traits.contains(.advancedPrefix) { try advanced.require(for: "startsWith") }
        return .property(operand.name, ends ? .endsWith : .startsWith, text)
    }

    /// A condition on the elements of a list: `any(…)`, or `$count`.
    private mutating func elements(of list: PersonProperty) throws -> PeopleCondition {
        guard scanner.accept("/") else { throw GraphFault.unsupportedClause(list.name) }
        let some = PeopleCondition.property(list.name, .startsWith, "")
        if scanner.accept("$") { return try count(of: list, some) }
        guard scanner.accept(word: "any"), scanner.accept("(") else {
            throw GraphFault.unsupported("The local tenant supports only any(…) and $count over '\(list.name)'.")
        }
        if scanner.accept(")") { return some }
        element = (try scanner.word(), list)
        defer { element = nil }
        try scanner.require(":")
        let condition = try alternatives()
        try scanner.require(")")
        // Two comparisons could be true for different elements.
        guard condition.isOfElements(allowsAll: !list.isStored) else {
            throw GraphFault.unsupported(
                "In any(…) over '\(list.name)', the local tenant supports only comparisons joined by 'or'.")
        }
        return condition
    }

    private mutating func count(of list: PersonProperty, _ some: PeopleCondition) throws -> PeopleCondition {
        guard scanner.accept(word: "count") else { throw scanner.syntaxError() }
        let operation = try scanner.word().lowercased()
        guard list.traits.contains(.countable), ["eq", "ne"].contains(operation), try scanner.primitive() == "0" else {
            throw GraphFault.unsupported(
                "The local tenant supports only '$count eq 0' and '$count ne 0', over lists of licenses or addresses.")
        }
        try advanced.require(for: "$count")
        return operation == "eq" ? .not(some) : some
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

extension PeopleCondition {
    /// Whether it compares elements one at a time; with `and` only if `allowsAll`.
    fileprivate func isOfElements(allowsAll: Bool) -> Bool {
        switch self {
        case .property: true
        case .any(let conditions): conditions.allSatisfy { $0.isOfElements(allowsAll: allowsAll) }
        case .all(let conditions): allowsAll && conditions.allSatisfy { $0.isOfElements(allowsAll: true) }
        case .not: false
        }
    }
}

/// Reads `$search`; as in Graph, a display name is searched word by word, and other properties by prefix.
enum UserSearchParser {
    /// The limit of terms, and of words per term.
    private static let maximumCount = 20

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
        guard DirectoryPerson.graphProperties[property]?.traits.contains(.searchable) == true else {
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
