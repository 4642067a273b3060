// SPDX-License-Identifier: Apache-2.0

/// The commands from the root to a selected one.
struct CommandPath: Sendable {
    private let root: any AsyncParsableCommand.Type
    private var descendants: [any AsyncParsableCommand.Type] = []

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

    /// Creates the selected command with its defaults, for the parameters that it declares.
    var parameters: [SectionedParameter] { command.declaredParameters }

    func appending(_ subcommand: any AsyncParsableCommand.Type) -> CommandPath {
        var path = self
        path.descendants.append(subcommand)
        return path
    }

    /// Selects the subcommand that the words name, as deep as they do.
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
        if let subcommand = configuration.defaultSubcommand { descendants.append(subcommand) }
    }
}

extension AsyncParsableCommand {
    fileprivate static var declaredParameters: [SectionedParameter] {
        Declarations.collect(Self.self).declarations.parameters()
    }
}
