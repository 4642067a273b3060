// SPDX-License-Identifier: Apache-2.0

/// Reads an OData expression by scalars: as characters, a combining mark could hide a quote and extend the literal.
struct ODataScanner {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    mutating func isAtEnd() -> Bool {
        skipSpaces()
        return position == scalars.count
    }

    /// An escape character before a quote, or before itself, makes it part of the text.
    mutating func literal(quote: Unicode.Scalar = "'", escape: Unicode.Scalar = "'") throws -> String {
        try require(quote)
        var value = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar == escape, position < scalars.count, [quote, escape].contains(scalars[position]) {
                value.append(scalars[position])
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

    /// A literal in quotes, or one without, such as a time, a number, or a GUID.
    mutating func primitive() throws -> String {
        skipSpaces()
        if position < scalars.count, scalars[position] == "'" { return try literal() }
        let start = position
        while position < scalars.count, scalars[position].isASCII, ![" ", ",", "(", ")"].contains(scalars[position]) {
            position += 1
        }
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
