// SPDX-License-Identifier: Apache-2.0

/// Quotes and backslashes of a command line, without other shell features; unlike in a shell, a backslash in double
/// quotes escapes each character. POSIX.1-2024, Shell Command Language, §2.2
enum ShellWords {
    static func words(of command: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var scanner = Scanner()
        for character in command {
            switch scanner.next(character) {
            case .literal: word = (word ?? "") + String(character)
            case .mark: word = word ?? ""
            case .plain where character == " " || character == "\t":
                if let ended = word { words.append(ended) }
                word = nil
            case .plain: word = (word ?? "") + String(character)
            }
        }
        guard scanner.isComplete else { return nil }
        return words + [word].compactMap(\.self)
    }

    /// The nonempty parts between unquoted separators, with their quotes.
    static func parts(of text: String, separatedBy separator: Character) -> [String] {
        var parts = [""]
        var scanner = Scanner()
        for character in text {
            if scanner.next(character) == .plain, character == separator {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private struct Scanner {
        /// `plain` is unquoted, `literal` is quoted or escaped, and a `mark` is a quote or a backslash.
        enum Kind { case plain, literal, mark }

        private var quote: Character?
        private var isEscaped = false

        var isComplete: Bool { quote == nil && !isEscaped }

        mutating func next(_ character: Character) -> Kind {
            if isEscaped {
                isEscaped = false
                return .literal
            }
            switch (character, quote) {
            case ("\\", nil), ("\\", "\""): isEscaped = true
            case ("'", nil), ("\"", nil): quote = character
            case (_, character): quote = nil
            case (_, .some): return .literal
            default: return .plain
            }
            return .mark
        }
    }
}
