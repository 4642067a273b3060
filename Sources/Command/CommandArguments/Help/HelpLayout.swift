// SPDX-License-Identifier: Apache-2.0

/// Breaks the texts of the help into lines that fit a terminal.
enum HelpLayout {
    /// The width of a terminal, in characters.
    ///
    /// As in swift-argument-parser, a line that is wrapped has one character less.
    private static let width = 80
    /// The column at which explanations begin, counted from 0.
    private static let explanationColumn = 26

    /// Formats a name with its explanation beside it, or below it if the name is too long.
    static func row(_ name: String, _ explanation: String) -> String {
        let label = "  \(name)"
        guard !explanation.isEmpty else { return label }
        // `wrapped` would break an explanation that exactly fills its line.
        let fits = explanation.count <= width - explanationColumn
        let lines = fits ? margin(explanationColumn) + explanation : wrapped(explanation, indentedBy: explanationColumn)
        guard label.count < explanationColumn else { return "\(label)\n\(lines)" }
        return label + margin(explanationColumn - label.count) + lines.dropFirst(explanationColumn)
    }

    /// Wraps each line of a text after at most 79 characters, at spaces; a line keeps its own indentation.
    ///
    /// A word that is too long gets a line of its own.
    static func wrapped(_ text: String, indentedBy indentation: Int = 0) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard !line.isEmpty else { return [""] }
            return wrappedLine(line, margin: margin(indentation) + line.prefix { $0 == " " })
        }
        return lines.joined(separator: "\n")
    }

    private static func wrappedLine(_ line: Substring, margin: String) -> [String] {
        // Consecutive spaces give empty words, which are kept: they align columns within a line.
        let words = line.drop { $0 == " " }.split(separator: " ", omittingEmptySubsequences: false)
        var lines: [String] = []
        var current = margin
        for word in words {
            if current == margin {
                current += word
            } else if current.count + 1 + word.count < width {
                current += " \(word)"
            } else {
                lines.append(current)
                current = margin + word
            }
        }
        return lines + [current]
    }

    private static func margin(_ count: Int) -> String { String(repeating: " ", count: count) }
}
