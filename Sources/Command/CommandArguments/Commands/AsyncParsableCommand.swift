// SPDX-License-Identifier: Apache-2.0
// A target for the programs of this package, not a product.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A command: its arguments, and the work that it does with them.
///
/// Help pages and error texts look like those of swift-argument-parser 1.8. The oracles of this target are the output
/// of a program with that package, 29 help pages and 33 transcripts in `Tests/Recorded/eb9d09e0`, and Python's
/// `getopt.gnu_getopt`, which reads the same values in generated command lines (`GeneratedArgumentsTests`).
public protocol AsyncParsableCommand: ParsableArguments {
    /// Must be cheap to create: parsing reads it many times, also those of other commands.
    static var configuration: CommandConfiguration { get }

    /// Throws ``ValidationError`` for a wrong use of the command.
    func run() async throws
}

extension AsyncParsableCommand {
    /// Shows the help: the default for a command that only has subcommands.
    public func run() async throws { throw HelpRequest() }

    static var name: String { configuration.commandName }
}

/// Makes ``ParsedCommand/run()`` show the help of a command that only has subcommands.
struct HelpRequest: Error {}

public struct CommandConfiguration: Sendable {
    let commandName: String
    let abstract: String
    private let makeDiscussion: @Sendable () -> String
    let version: String
    let groups: [CommandGroup]
    let defaultSubcommand: (any AsyncParsableCommand.Type)?

    /// The paragraphs after the abstract; created only for the help, since some are assembled from parts.
    var discussion: String { makeDiscussion() }

    var subcommands: [any AsyncParsableCommand.Type] { groups.flatMap(\.subcommands) }

    /// `version` counts only for the root; `subcommands` are those without a group.
    public init(
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

/// Subcommands under one heading in the help.
public struct CommandGroup: Sendable {
    let name: String
    let subcommands: [any AsyncParsableCommand.Type]

    public init(name: String, subcommands: [any AsyncParsableCommand.Type]) {
        self.name = name
        self.subcommands = subcommands
    }
}
