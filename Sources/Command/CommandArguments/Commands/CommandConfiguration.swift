// SPDX-License-Identifier: Apache-2.0

/// The name of a command, its help, and its subcommands.
package struct CommandConfiguration: Sendable {
    let commandName: String
    let abstract: String
    private let makeDiscussion: @Sendable () -> String
    let version: String
    let groups: [CommandGroup]
    let defaultSubcommand: (any AsyncParsableCommand.Type)?

    /// The paragraphs after the abstract; created only for the help, since some are assembled from parts.
    var discussion: String { makeDiscussion() }

    var subcommands: [any AsyncParsableCommand.Type] { groups.flatMap(\.subcommands) }

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - commandName: The word that selects the command.
    ///   - abstract: The purpose, in one sentence.
    ///   - discussion: Further paragraphs of the help, separated by empty lines.
    ///   - version: The version of the program; only the root's counts.
    ///   - subcommands: The subcommands that belong to no group.
    ///   - groupedSubcommands: The other subcommands.
    ///   - defaultSubcommand: The subcommand that runs if the arguments name none.
    package init(
        commandName: String, abstract: String = "", discussion: @autoclosure @escaping @Sendable () -> String = "",
        version: String = "", subcommands: [any AsyncParsableCommand.Type] = [],
        groupedSubcommands: [CommandGroup] = [], defaultSubcommand: (any AsyncParsableCommand.Type)? = nil
    ) {
        self.commandName = commandName
        self.abstract = abstract
        makeDiscussion = discussion
        self.version = version
        groups = (subcommands.isEmpty ? [] : [CommandGroup(name: "", subcommands: subcommands)]) + groupedSubcommands
        self.defaultSubcommand = defaultSubcommand
    }
}

/// Subcommands with a heading of their own in the help.
package struct CommandGroup: Sendable {
    let name: String
    let subcommands: [any AsyncParsableCommand.Type]

    /// Creates a group; the help shows its name in capital letters.
    package init(name: String, subcommands: [any AsyncParsableCommand.Type]) {
        self.name = name
        self.subcommands = subcommands
    }
}
