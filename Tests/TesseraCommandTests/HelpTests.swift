// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import ClientCommands

@Suite struct HelpTests {
    /// A command as `--experimental-dump-help` writes it, in part.
    private struct Command: Decodable {
        struct Argument: Decodable {
            let kind: String
            let valueName: String?
            let abstract: String?
        }

        let commandName: String
        let abstract: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        var withSubcommands: [Command] { [self] + (subcommands ?? []).flatMap(\.withSubcommands) }
    }

    private struct Dump: Decodable {
        let command: Command
    }

    @Test func `every command says its purpose, and so do its arguments and options`() async throws {
        let outcome = try await BuiltCommand(home: .temporaryDirectory).run("--experimental-dump-help")
        let commands = try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8)).command.withSubcommands
        #expect(Set(commands.map(\.commandName)).isSuperset(of: ["sign-in", "inspect", "find", "done", "tenant"]))
        // The argument parser's own command explains nothing that can be typed behind it.
        for command in commands where command.commandName != "help" {
            #expect(command.abstract?.hasSuffix(".") == true, "\(command.commandName) has no abstract")
            for argument in command.arguments ?? [] {
                #expect(
                    argument.abstract?.isEmpty == false,
                    "\(argument.valueName ?? argument.kind) of \(command.commandName) has no help")
            }
        }
    }

    @Test func `the help fits a terminal, and names every exit code and what is read of the environment`()
        async throws
    {
        let help = try await BuiltCommand(home: .temporaryDirectory).run("--help").output
        let lines = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for status in ClientCommands.ExitStatus.allCases {
            #expect(lines.contains("\(status.rawValue)  \(status.meaning)"))
        }
        for name in ["TESSERA_HOME", "TESSERA_SETTINGS", "TESSERA_LOG", "BROWSER", "XDG_DATA_HOME"] {
            #expect(lines.contains { $0.hasPrefix(name + " ") })
        }
    }
}
