// SPDX-License-Identifier: Apache-2.0

/// The declaration of a command and its subcommands, for tests that check each command of a program.
package struct CommandOutline: Sendable {
    /// The word that selects the command.
    package let name: String
    /// The purpose.
    package let abstract: String
    /// The parameters, titled as in the help (`-X, --request <method>`), with their explanations.
    package let parameters: [(title: String, help: String)]
    /// The subcommands, in the order of the help.
    package let subcommands: [CommandOutline]

    /// Creates the outline of a program from the root of its commands.
    package init(_ root: any AsyncParsableCommand.Type) { self.init(CommandPath(root: root)) }

    private init(_ path: CommandPath) {
        name = path.command.name
        abstract = path.configuration.abstract
        parameters = path.parameters.map { ($0.parameter.title, $0.parameter.help) }
        subcommands = path.configuration.subcommands.map { CommandOutline(path.appending($0)) }
    }

    /// The command and all commands below it.
    package var all: [CommandOutline] { [self] + subcommands.flatMap(\.all) }
}
