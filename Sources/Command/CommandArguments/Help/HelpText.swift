// SPDX-License-Identifier: Apache-2.0

/// The help of a command: overview, usage, parameters, and subcommands.
///
/// Lines have at most 80 characters, except the usage and texts without spaces to break.
struct HelpText: CustomStringConvertible {
    private let path: CommandPath
    private let parameters: [SectionedParameter]

    init(_ path: CommandPath) {
        self.path = path
        parameters = path.parameters
    }

    var description: String {
        let configuration = path.configuration
        let overview = [configuration.abstract, configuration.discussion].filter { !$0.isEmpty }
        var parts: [String] = []
        if !overview.isEmpty { parts.append(HelpLayout.wrapped("OVERVIEW: " + overview.joined(separator: "\n\n"))) }
        parts.append("USAGE: \(UsageLine(path, parameters.map(\.parameter)))")
        parts += parameterSections + configuration.groups.map { section(of: $0) }
        if !configuration.subcommands.isEmpty {
            let words = [path.programName, "help"] + path.words.dropFirst() + ["<subcommand>"]
            parts.append("  See '\(words.joined(separator: " "))' for detailed help.")
        }
        return parts.joined(separator: "\n\n")
    }

    private var parameterSections: [String] {
        var titles: [String] = []
        for (title, _) in parameters where !title.isEmpty && !titles.contains(title) { titles.append(title) }
        let arguments = parameters.filter { $0.section.isEmpty && $0.parameter.kind == .argument }
        let options = parameters.filter { $0.section.isEmpty && $0.parameter.kind != .argument }
        let versionRow = path.version.isEmpty ? [] : [HelpLayout.row("--version", "Show the version.")]
        let helpRow = HelpLayout.row("-h, --help", "Show help information.")

        var sections = arguments.isEmpty ? [] : [section("ARGUMENTS", arguments.map(row))]
        sections += titles.map { title in
            section(title.uppercased(), parameters.filter { $0.section == title }.map(row))
        }
        return sections + [section("OPTIONS", options.map(row) + versionRow + [helpRow])]
    }

    private func section(of group: CommandGroup) -> String {
        let rows = group.subcommands.map { command in
            let isDefault = command == path.configuration.defaultSubcommand
            return HelpLayout.row(command.name + (isDefault ? " (default)" : ""), command.configuration.abstract)
        }
        return section(group.name.isEmpty ? "SUBCOMMANDS" : "\(group.name.uppercased()) SUBCOMMANDS", rows)
    }

    private func section(_ title: String, _ rows: [String]) -> String {
        "\(title):\n" + rows.joined(separator: "\n")
    }

    private func row(_ declaration: SectionedParameter) -> String {
        let parameter = declaration.parameter
        let row = HelpLayout.row(parameter.title, parameter.explanation)
        return parameter.more.isEmpty ? row : row + "\n" + HelpLayout.wrapped(parameter.more, indentedBy: 8)
    }
}

/// The command with its parameters on one line: optional ones in brackets, repeatable ones with `...`.
///
/// `<options>` replaces the omitted parameters, in brackets if others follow, as in swift-argument-parser.
struct UsageLine: CustomStringConvertible {
    let description: String

    /// With more parameters, the line shows only the required and the positional ones.
    private static let maximumCount = 12

    init(_ path: CommandPath, _ parameters: [Parameter]) {
        let isAbridged = parameters.count > Self.maximumCount
        let shown = parameters.filter { !isAbridged || $0.kind == .argument || $0.isRequired }
        var words = path.words
        if isAbridged { words.append(shown.isEmpty ? "<options>" : "[<options>]") }
        words += shown.map(Self.word)
        if !path.configuration.subcommands.isEmpty { words.append("<subcommand>") }
        description = words.joined(separator: " ")
    }

    private static func word(for parameter: Parameter) -> String {
        let text = parameter.synopsis + (parameter.isRepeatable ? " ..." : "")
        return parameter.isRequired ? text : "[\(text)]"
    }
}

enum HelpLayout {
    /// The width of a terminal in characters; as in swift-argument-parser, a wrapped line has one character less.
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

    /// Wraps lines at spaces after at most 79 characters, keeping their indentation; a longer word gets its own line.
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
