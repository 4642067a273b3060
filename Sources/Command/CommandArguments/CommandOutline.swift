// SPDX-License-Identifier: Apache-2.0

/// A command as its declarations describe it, with those below it; for tests that look at each of them.
package struct CommandOutline: Sendable {
    /// The name of the command.
    package let name: String
    /// Its purpose.
    package let abstract: String
    /// What may stand behind it, as the help shows it, with the explanation.
    package let parameters: [(title: String, help: String)]
    package let subcommands: [CommandOutline]

    /// Describes a command, and what is below it.
    package init(_ root: any AsyncParsableCommand.Type) { self.init(CommandPath(root)) }

    private init(_ path: CommandPath) {
        (name, abstract) = (path.words[path.words.count - 1], path.configuration.abstract)
        parameters = path.declared.map { ($0.parameter.title, $0.parameter.help) }
        subcommands = path.subcommands.map { CommandOutline(path.appending($0)) }
    }

    /// The command and all below it.
    package var all: [CommandOutline] { [self] + subcommands.flatMap(\.all) }
}
