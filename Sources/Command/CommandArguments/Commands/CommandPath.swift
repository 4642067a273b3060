// SPDX-License-Identifier: Apache-2.0

/// The commands from the root to a selected one.
struct CommandPath: Sendable {
    private let root: any AsyncParsableCommand.Type
    private var descendants: [any AsyncParsableCommand.Type] = []
    /// The names of the subcommands in whose place the default one was selected.
    private var namesBesideDefault: [String] = []

    init(root: any AsyncParsableCommand.Type) { self.root = root }

    /// The selected command.
    var command: any AsyncParsableCommand.Type { descendants.last ?? root }
    var configuration: CommandConfiguration { command.configuration }
    var version: String { root.configuration.version }
    var isRoot: Bool { descendants.isEmpty }

    var programName: String { root.name }
    /// The words that select the command, beginning with the program's name.
    var words: [String] { [programName] + descendants.map { $0.name } }
    var text: String { words.joined(separator: " ") }

    /// The long names of the options that every command of the program has.
    var sharedNames: [String] { version.isEmpty ? ["--help"] : ["--help", "--version"] }

    /// The parameters that the selected command declares; creates the command to learn them.
    var parameters: [SectionedParameter] { Declarations.collect(command).declarations.parameters() }

    func appending(_ subcommand: any AsyncParsableCommand.Type) -> CommandPath {
        var path = self
        path.descendants.append(subcommand)
        return path
    }

    /// The names of the subcommands that a word could have selected.
    var selectableNames: [String] { namesBesideDefault + configuration.subcommands.map { $0.name } }

    /// Follows the words from subcommand to subcommand, as far as they are names.
    ///
    /// - Returns: The number of words that are names of subcommands.
    @discardableResult
    mutating func descend(along words: ArraySlice<String>) -> Int {
        var count = 0
        for word in words {
            guard let subcommand = configuration.subcommands.first(where: { $0.name == word }) else { break }
            descendants.append(subcommand)
            count += 1
        }
        return count
    }

    mutating func descendToDefault() {
        guard let subcommand = configuration.defaultSubcommand else { return }
        namesBesideDefault = selectableNames
        descendants.append(subcommand)
    }
}
