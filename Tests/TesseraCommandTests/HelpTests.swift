// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import Foundation
import Testing

@testable import ClientCommands
@testable import TesseraCommand

@Suite struct HelpTests {
    @Test func `every command, argument, and option has a help text`() {
        let commands = CommandOutline(RootCommand.self).all
        #expect(Set(commands.map(\.name)).isSuperset(of: ["sign-in", "inspect", "find", "done", "tenant"]))
        for command in commands {
            #expect(command.abstract.hasSuffix("."), "\(command.name) has no abstract")
            for (title, help) in command.parameters {
                #expect(!help.isEmpty, "\(title) of \(command.name) has no help")
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
