// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The commands from the root to a selected one.
struct CommandPath: Sendable {
    private let root: any AsyncParsableCommand.Type
    private var descendants: [any AsyncParsableCommand.Type] = []
    /// The subcommands that a word could have named where the default one was selected.
    private var namesBesideDefault: [String] = []

    init(root: any AsyncParsableCommand.Type) { self.root = root }

    var command: any AsyncParsableCommand.Type { descendants.last ?? root }
    var configuration: CommandConfiguration { command.configuration }
    var version: String { root.configuration.version }
    var isRoot: Bool { descendants.isEmpty }

    var programName: String { root.name }
    var words: [String] { [programName] + descendants.map { $0.name } }
    var text: String { words.joined(separator: " ") }

    var sharedNames: [String] { version.isEmpty ? ["--help"] : ["--help", "--version"] }

    /// Creates the command to collect them.
    var parameters: [SectionedParameter] { Declarations.collect(command).declarations.parameters() }

    func appending(_ subcommand: any AsyncParsableCommand.Type) -> CommandPath {
        var path = self
        path.descendants.append(subcommand)
        return path
    }

    var selectableNames: [String] { namesBesideDefault + configuration.subcommands.map { $0.name } }

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

extension CommandPath {
    /// Returns the text about the program that the first argument requests; `nil` if the arguments name a command.
    ///
    /// Only the root accepts these requests: `help` and `--generate-manual-page`, each with the names of subcommands,
    /// `--generate-completion-script` with the name of a shell, and the option that such a script uses.
    func text(requestedBy arguments: [String]) throws -> String? {
        let others = Array(arguments.dropFirst())
        switch arguments.first {
        case "help":
            return HelpText(following(others)).description
        case "--generate-manual-page":
            return ManualPage(following(others)).description
        case "--generate-completion-script":
            guard let shell = others.first, let script = CompletionScript(shell: shell, program: programName) else {
                let message = "The option '--generate-completion-script' requires a shell: bash, zsh, or fish."
                throw ArgumentError(.contradiction(message), self, parameters.map(\.parameter))
            }
            return script.description
        case CompletionScript.option:
            return CompletionProposals(for: others, of: self).lines.joined(separator: "\n")
        default:
            return nil
        }
    }

    /// The deepest command that the words name, regardless of later words.
    private func following(_ words: [String]) -> CommandPath {
        var path = self
        path.descend(along: words[...])
        return path
    }
}

/// The declaration of a command and its subcommands, for tests that check each command of a program.
public struct CommandOutline: Sendable {
    public let name: String
    public let abstract: String
    /// The parameters, titled as in the help (`-X, --request <method>`), with their explanations.
    public let parameters: [(title: String, help: String)]
    public let subcommands: [CommandOutline]

    public init(_ root: any AsyncParsableCommand.Type) { self.init(CommandPath(root: root)) }

    private init(_ path: CommandPath) {
        name = path.command.name
        abstract = path.configuration.abstract
        parameters = path.parameters.map { ($0.parameter.title, $0.parameter.help) }
        subcommands = path.configuration.subcommands.map { CommandOutline(path.appending($0)) }
    }

    public var all: [CommandOutline] { [self] + subcommands.flatMap(\.all) }
}
