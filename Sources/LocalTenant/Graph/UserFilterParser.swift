// SPDX-License-Identifier: Apache-2.0
/// Reads `$filter`: `startswith`, `eq`, `and`, `or` and parentheses over the text properties of a person.
///
/// It goes by scalars: a combining mark must not hide the quote before it, or text would break out of its literal.
///
/// OData URL Conventions 4.01 §5.1.1
struct UserFilterParser {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private var count = 0

    private static let maximumCount = 100

    private init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Reads a condition.
    ///
    /// - Throws: ``GraphFault`` (400) with the words that Graph uses.
    static func parse(_ text: String) throws -> UserFilter {
        var parser = UserFilterParser(text)
        let filter = try parser.alternatives()
        parser.skipSpaces()
        guard parser.position == parser.scalars.count else { throw parser.syntaxError() }
        return filter
    }

    private mutating func alternatives() throws -> UserFilter {
        // Each parenthesis is a call: a thousand of them must not end the program.
        depth += 1
        guard depth <= 20 else { throw GraphFault.badRequest("Invalid filter clause: it is nested too deeply.") }
        defer { depth -= 1 }
        var conditions = [try conjunction()]
        while accept(word: "or") { conditions.append(try conjunction()) }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func conjunction() throws -> UserFilter {
        var conditions = [try condition()]
        while accept(word: "and") { conditions.append(try condition()) }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func condition() throws -> UserFilter {
        // Every person is held to every condition: a long filter must not keep the server busy.
        count += 1
        guard count <= Self.maximumCount else {
            throw GraphFault.unsupported(
                "Too many child clauses specified in search filter expression. Max allowed: \(Self.maximumCount).")
        }
        if accept("(") {
            let filter = try alternatives()
            try require(")")
            return filter
        }
        let name = try word()
        if accept("(") { return try function(name) }
        let property = try self.property(name)
        let operation = try word()
        guard operation.lowercased() == "eq" else {
            throw GraphFault.unsupported("Unsupported property filter clause operator '\(operation)'.")
        }
        return .equals(property: property, text: try literal())
    }

    private mutating func function(_ name: String) throws -> UserFilter {
        guard name.lowercased() == "startswith" else {
            throw GraphFault.unsupported(
                "Unsupported property filter clause operator '\(name.prefix(1).uppercased() + name.dropFirst())'.")
        }
        let property = try self.property(try word())
        try require(",")
        let text = try literal()
        try require(")")
        guard !text.isEmpty else {
            throw GraphFault.unsupported(
                "Unsupported or invalid query filter clause specified for property '\(property)' of resource 'User'.")
        }
        return .startsWith(property: property, text: text)
    }

    private func property(_ name: String) throws -> String {
        guard UserResource.allProperties.contains(name) else {
            throw GraphFault.badRequest(
                "Invalid filter clause: Could not find a property named '\(name)' on type 'microsoft.graph.user'.")
        }
        guard name != "businessPhones" else {
            throw GraphFault.unsupported(
                "Unsupported or invalid query filter clause specified for property '\(name)' of resource 'User'.")
        }
        return name
    }

    /// Text between single quotes; a doubled quote stands for one.
    private mutating func literal() throws -> String {
        try require("'")
        var value = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar != "'" {
                value.append(scalar)
            } else if position < scalars.count, scalars[position] == "'" {
                value.append(scalar)
                position += 1
            } else {
                return String(value)
            }
        }
        throw syntaxError()
    }

    private mutating func word() throws -> String {
        skipSpaces()
        let start = position
        while position < scalars.count, scalars[position].properties.isXIDContinue { position += 1 }
        guard position > start else { throw syntaxError() }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }

    private mutating func accept(word expected: String) -> Bool {
        let start = position
        if let word = try? word(), word.lowercased() == expected { return true }
        position = start
        return false
    }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard position < scalars.count, scalars[position] == scalar else { return false }
        position += 1
        return true
    }

    private mutating func require(_ scalar: Unicode.Scalar) throws {
        guard accept(scalar) else { throw syntaxError() }
    }

    private mutating func skipSpaces() {
        while position < scalars.count, scalars[position] == " " { position += 1 }
    }

    private func syntaxError() -> GraphFault {
        GraphFault.badRequest("Invalid filter clause: Syntax error at position \(position) in '\(text)'.")
    }
}
