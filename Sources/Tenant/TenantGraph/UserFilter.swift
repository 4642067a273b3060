// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// A condition on people, from `$filter` and `$search`.
///
/// Text is compared without regard to case, as in Graph.
///
/// `and` and `or` hold lists, not pairs: a long filter stays flat, and cannot exhaust the stack.
indirect enum UserFilter: Sendable, Hashable {
    case property(String, Comparison, String)
    case all([UserFilter])
    case any([UserFilter])
    case not(UserFilter)

    /// The comparison of a property with a text.
    enum Comparison: Sendable, Hashable {
        case equals, atLeast, atMost, startsWith, endsWith
        /// Each word of the text is the beginning of a word of the property.
        case hasWords
    }

    /// Whether a person fulfils the condition.
    func matches(_ person: DirectoryPerson) -> Bool {
        switch self {
        case .property(let name, let comparison, let text):
            person.comparable(name).map { comparison.holds($0.lowercased(), text.lowercased()) } ?? false
        case .all(let conditions): conditions.allSatisfy { $0.matches(person) }
        case .any(let conditions): conditions.contains { $0.matches(person) }
        case .not(let condition): !condition.matches(person)
        }
    }

    /// The properties that the condition compares.
    var properties: Set<String> {
        switch self {
        case .property(let name, _, _): [name]
        case .all(let conditions), .any(let conditions):
            conditions.reduce(into: []) { $0.formUnion($1.properties) }
        case .not(let condition): condition.properties
        }
    }
}

extension UserFilter.Comparison {
    fileprivate func holds(_ value: String, _ text: String) -> Bool {
        switch self {
        case .equals: value == text
        case .atLeast: value >= text
        case .atMost: value <= text
        case .startsWith: value.hasPrefix(text)
        case .endsWith: value.hasSuffix(text)
        case .hasWords: Self.words(text).allSatisfy { word in Self.words(value).contains { $0.hasPrefix(word) } }
        }
    }

    private static func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}

/// Reads an OData expression token by token.
///
/// It reads scalars: as characters, a combining mark could hide the quote before it and extend the literal.
struct ODataScanner {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Whether only spaces are left.
    mutating func isAtEnd() -> Bool {
        skipSpaces()
        return position == scalars.count
    }

    /// The text between two quotes; an escape character before a quote makes the quote part of the text.
    mutating func literal(quote: Unicode.Scalar = "'", escape: Unicode.Scalar = "'") throws -> String {
        try require(quote)
        var value = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar == escape, position < scalars.count, scalars[position] == quote {
                value.append(quote)
                position += 1
            } else if scalar == quote {
                return String(value)
            } else {
                value.append(scalar)
            }
        }
        throw syntaxError()
    }

    mutating func word() throws -> String {
        skipSpaces()
        let start = position
        while position < scalars.count, scalars[position].properties.isXIDContinue { position += 1 }
        guard position > start else { throw syntaxError() }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }

    mutating func accept(word expected: String) -> Bool {
        let start = position
        if let word = try? word(), word.lowercased() == expected { return true }
        position = start
        return false
    }

    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard position < scalars.count, scalars[position] == scalar else { return false }
        position += 1
        return true
    }

    mutating func require(_ scalar: Unicode.Scalar) throws {
        guard accept(scalar) else { throw syntaxError() }
    }

    private mutating func skipSpaces() { while position < scalars.count, scalars[position] == " " { position += 1 } }

    func syntaxError() -> GraphFault {
        GraphFault.badRequest("Invalid filter clause: Syntax error at position \(position) in '\(text)'.")
    }
}
