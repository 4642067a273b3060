// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import CommandArguments

/// The help pages that the program of eb9d09e0 printed with swift-argument-parser.
@Suite struct RecordedHelpTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Recorded/eb9d09e0")

    /// The words after `tessera` that select each command.
    private static let commands = words(of: CommandOutline(RecordedProgram.RootCommand.self))

    private static func words(of outline: CommandOutline) -> [[String]] {
        [[]] + outline.subcommands.flatMap { command in words(of: command).map { [command.name] + $0 } }
    }

    @Test func `each recorded page has its command`() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "help").path)
        #expect(Set(pages) == Set(Self.commands.map { (["tessera"] + $0).joined(separator: "-") + ".txt" }))
        #expect(Self.commands.count == 29)
    }

    @Test(arguments: commands)
    func `the help equals the recorded page`(_ words: [String]) throws {
        let file = "help/" + (["tessera"] + words).joined(separator: "-") + ".txt"
        let page = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        for arguments in [words + ["--help"], words + ["-h"], ["help"] + words] {
            let help = try #require(throws: Conclusion.self) {
                try RecordedProgram.RootCommand.parseAsRoot(arguments)
            }
            // Pages without subcommands ended with an empty line.
            #expect(help.text + "\n" == page || help.text + "\n\n" == page, "\(arguments)")
        }
    }
}
