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

    /// The sections of positional arguments, of each titled group, and of all other options.
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
