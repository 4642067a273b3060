// SPDX-License-Identifier: Apache-2.0
/// Reads an OData expression piece by piece.
///
/// It goes by scalars: a combining mark must not hide the quote before it, or text would break out of its literal.
struct ODataScanner {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Whether nothing but spaces is left.
    mutating func isAtEnd() -> Bool {
        skipSpaces()
        return position == scalars.count
    }

    /// Text between two quotes; what is escaped stands for the quote itself.
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

    private mutating func skipSpaces() {
        while position < scalars.count, scalars[position] == " " { position += 1 }
    }

    func syntaxError() -> GraphFault {
        GraphFault.badRequest("Invalid filter clause: Syntax error at position \(position) in '\(text)'.")
    }
}
