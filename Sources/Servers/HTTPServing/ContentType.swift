// SPDX-License-Identifier: Apache-2.0

/// A media type, or another field value of the form `value; name=text; name="text"`.
///
/// RFC 9110 §5.6.6, §8.3.1; RFC 2183 §2
package struct ContentType: Sendable, Hashable {
    /// The text before the first semicolon, in lower case.
    package let value: String
    /// The parameters, with their names in lower case.
    package let parameters: [String: String]

    /// Reads a field value; `nil` if it breaks the grammar or names a parameter twice.
    package init?(_ text: String) {
        var scanner = Scanner(rest: text.unicodeScalars[...])
        let value = scanner.takeUntil(";")
        guard !value.isEmpty, !value.contains(where: \.isWhitespace) else { return nil }
        self.value = value.lowercased()
        var parameters: [String: String] = [:]
        while scanner.take(";") {
            scanner.skipSpaces()
            if scanner.isAtEnd { break }
            let name = scanner.takeUntil("=").lowercased()
            guard !name.isEmpty, !name.contains(";"), scanner.take("="), parameters[name] == nil,
                let parameter = scanner.takeParameterValue()
            else { return nil }
            parameters[name] = parameter
            scanner.skipSpaces()
        }
        guard scanner.isAtEnd else { return nil }
        self.parameters = parameters
    }
}

/// Reads scalars: a combining mark must not hide the quote before it.
private struct Scanner {
    var rest: Substring.UnicodeScalarView

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes the text before a scalar, without the spaces around it.
    mutating func takeUntil(_ end: Unicode.Scalar) -> String {
        skipSpaces()
        var taken = rest.prefix { $0 != end }
        rest = rest[taken.endIndex...]
        while taken.last == " " || taken.last == "\t" { taken.removeLast() }
        return String(taken)
    }

    mutating func takeParameterValue() -> String? {
        guard take("\"") else {
            let token = takeUntil(";")
            return token.isEmpty || token.contains(where: { $0.isWhitespace || $0 == "\"" }) ? nil : token
        }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(text)
            // RFC 9110 escapes quotes and backslashes. Browsers escape no backslash, so one before the last quote of
            // the field belongs to the name.
            case "\\" where rest.first == "\"" && rest.dropFirst().contains("\""): text.append(rest.removeFirst())
            case "\\" where rest.first == "\\": text.append(rest.removeFirst())
            default: text.append(scalar)
            }
        }
        return nil
    }
}
