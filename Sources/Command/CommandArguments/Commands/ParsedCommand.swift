// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ParsedCommand: Sendable {
    public let command: any AsyncParsableCommand
    fileprivate let path: CommandPath
    fileprivate let parameters: [Parameter]

    /// Replaces ``ValidationError`` by ``ArgumentError``, and ends with the help if the command only has subcommands.
    public func run() async throws {
        do {
            try await command.run()
        } catch let error as ValidationError {
            throw ArgumentError(.contradiction(error.description), path, parameters)
        } catch is HelpRequest {
            throw Conclusion(text: HelpText(path).description)
        }
    }
}

extension AsyncParsableCommand {
    /// Parses the arguments of a program with this command as its root; throws ``Conclusion`` if they request a text.
    public static func parseAsRoot(_ arguments: [String]) throws -> ParsedCommand {
        var path = CommandPath(root: Self.self)
        if let text = try path.text(requestedBy: arguments) { throw Conclusion(text: text) }
        let count = path.descend(along: arguments[...])
        let ownArguments = Array(arguments.dropFirst(count))
        // `prog --help` shows the command's own help, not its default subcommand's: only the former lists all of them.
        if !["-h", "--help"].contains(ownArguments.first) { path.descendToDefault() }
        return try path.command.parse(ownArguments, at: path)
    }

    fileprivate static func parse(_ arguments: [String], at path: CommandPath) throws -> ParsedCommand {
        let (command, declarations) = Declarations.collect(Self.self)
        let parameters = declarations.parameters().map(\.parameter)
        var reader = ArgumentReader(arguments, parameters, path)
        try reader.read()
        do {
            try declarations.validate()
        } catch let error as ValidationError {
            throw ArgumentError(.contradiction(error.description), path, parameters)
        }
        return ParsedCommand(command: command, path: path, parameters: parameters)
    }
}

/// The arguments request only a text, such as the help: the program prints it and exits with 0.
public struct Conclusion: Error, Sendable {
    /// The text, without a line break at its end.
    public let text: String
}
