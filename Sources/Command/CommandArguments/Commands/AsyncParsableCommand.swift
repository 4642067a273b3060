// SPDX-License-Identifier: Apache-2.0
// A target for the programs of this package, not a product.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A command: its arguments, and the work that it does with them.
///
/// Help pages and error texts look like those of swift-argument-parser 1.8. The oracles of this target are what a
/// program with that package printed, 29 help pages and 33 transcripts in `Tests/Recorded/eb9d09e0`, and Python's
/// `getopt.gnu_getopt`, which reads the same values in generated command lines (`GeneratedArgumentsTests`).
public protocol AsyncParsableCommand: ParsableArguments {
    /// The name, the help, and the subcommands.
    ///
    /// Parsing reads it many times, also those of other commands, so it must be cheap to create.
    static var configuration: CommandConfiguration { get }

    /// Runs the command, after all its arguments were parsed and validated.
    ///
    /// - Throws: ``ValidationError`` for a wrong use of the command; any other error for a failure of its work.
    func run() async throws
}

extension AsyncParsableCommand {
    /// Shows the help: the default for a command that only has subcommands.
    public func run() async throws { throw HelpRequest() }

    static var name: String { configuration.commandName }
}

/// The error of a command that has no work of its own; ``ParsedCommand/run()`` turns it into the help.
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

/// Subcommands with a heading of their own in the help.
public struct CommandGroup: Sendable {
    let name: String
    let subcommands: [any AsyncParsableCommand.Type]

    public init(name: String, subcommands: [any AsyncParsableCommand.Type]) {
        self.name = name
        self.subcommands = subcommands
    }
}
