// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CommandArguments

/// The transcripts of the program of eb9d09e0, most of them of arguments that it did not accept.
@Suite struct RecordedErrorTests {
    struct Transcript: Sendable, CustomTestStringConvertible {
        let arguments: String
        let output: String
        let status: Int32

        var testDescription: String { arguments }
    }

    /// What the same arguments cause here.
    enum Outcome: Equatable {
        /// The program prints a text and exits, before a command works.
        case text(String, status: Int32)
        /// A command starts its work.
        case accepted
    }

    private static let transcripts: Result<[Transcript], any Error> = Result {
        let file = RecordedHelpTests.folder.appending(path: "errors.txt")
        return try String(contentsOf: file, encoding: .utf8).matches(of: #/(?sm)^\$ tessera (.*?)\n(.*?)\n+\[(\d+)\]$/#)
            .map { Transcript(arguments: String($0.1), output: String($0.2), status: Int32($0.3) ?? -1) }
    }

    /// Arguments that the program refused, and that are accepted now: numbers with a minus.
    private static let accepted = ["people find --limit -3 a", "tenant clock --advance -5 --tenant http://127.0.0.1:1"]

    /// First lines that changed: names of commands get suggestions, and `-XPOST` is an option with its value.
    private static let changedLines = [
        "toekn": "Error: Unexpected argument 'toekn'. Did you mean 'token'?",
        "tasks ad": "Error: Unexpected argument 'ad'. Did you mean 'add'?",
        "call -XPOST --": "Error: Missing expected argument '<url>'\nHelp:  <url>  The address to call.",
    ]

    private static func outcome(of arguments: String) async throws -> Outcome {
        do {
            let parsed = try RecordedProgram.RootCommand.parseAsRoot(arguments.split(separator: " ").map(String.init))
            guard !type(of: parsed.command).configuration.subcommands.isEmpty else { return .accepted }
            try await parsed.run()
            return .accepted
        } catch let conclusion as Conclusion {
            return .text(conclusion.text, status: 0)
        } catch let error as ArgumentError {
            return .text(error.description, status: ArgumentError.status)
        }
    }

    @Test func `all transcripts are read`() throws {
        let transcripts = try Self.transcripts.get()
        #expect(transcripts.count == 33)
        #expect(Set(Self.accepted + Self.changedLines.keys).isSubset(of: transcripts.map(\.arguments)))
    }

    @Test(arguments: try transcripts.get())
    func `arguments cause the recorded text and status`(_ transcript: Transcript) async throws {
        var expected = Outcome.text(transcript.output, status: transcript.status)
        if Self.accepted.contains(transcript.arguments) || transcript.status == 78 {
            // 78 is the status of a command that found no settings.
            expected = .accepted
        } else if let line = Self.changedLines[transcript.arguments] {
            let usage = transcript.output.drop { $0 != "\n" }.split(separator: "\n").filter { !$0.hasPrefix("   or:") }
            expected = .text(([line] + usage.map(String.init)).joined(separator: "\n"), status: 64)
        }
        #expect(try await Self.outcome(of: transcript.arguments) == expected)
    }
}

/// The help pages that the program of eb9d09e0 printed with swift-argument-parser.
@Suite struct RecordedHelpTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Recorded/eb9d09e0")

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
            let help = try #require(throws: Conclusion.self) { try RecordedProgram.RootCommand.parseAsRoot(arguments) }
            // Pages without subcommands ended with an empty line.
            #expect(help.text + "\n" == page || help.text + "\n\n" == page, "\(arguments)")
        }
    }
}
