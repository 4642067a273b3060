// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import Foundation
import Testing

@testable import TesseraCommand

/// Every `tessera` that a document or a hint shows is one that the command takes.
@Suite struct CommandLineDocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The purposes of keys in `docs/account-storage.md`, which are no commands.
    private static func isPurpose(_ text: String) -> Bool {
        text.wholeMatch(of: #/tessera (account|registration) (encryption|name|key id)/#) != nil
    }

    private static func files(_ kind: String, in folders: [String]) throws -> [URL] {
        try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: folder).path)
                .filter { $0.hasSuffix(".\(kind)") }.map { package.appending(path: "\(folder)/\($0)") }
        }
    }

    private static func documents() throws -> [URL] {
        try files("md", in: ["docs", "Sources"])
            + ["README", "SCOPE", "SECURITY", "CHANGELOG", "CONTRIBUTING"].map { package.appending(path: "\($0).md") }
    }

    @Test func `every line of a code block that calls tessera is one that it takes`() throws {
        var count = 0
        for file in try Self.documents() {
            let text = try String(contentsOf: file, encoding: .utf8)
            for block in text.components(separatedBy: "```").enumerated() where block.offset % 2 == 1 {
                let joined = block.element.replacing("\\\n", with: " ")
                for line in joined.split(separator: "\n") {
                    for words in ShellLine(String(line)).commands where words.first == "tessera" {
                        count += 1
                        #expect(throws: Never.self, "\(file.lastPathComponent): \(line)") {
                            try Self.parse(Array(words.dropFirst()))
                        }
                    }
                }
            }
        }
        #expect(count >= 25)
    }

    @Test func `every tessera command in documents and hints exists`() throws {
        var count = 0
        for file in try Self.documents()
            + Self.files("swift", in: ["Sources/Command", "Sources/Sample/QuickStart"])
        {
            let text = try String(contentsOf: file, encoding: .utf8)
            // A hint that is nothing but a command has no backticks, and the commands of `Hint` are interpolations.
            let whole = file.pathExtension == "swift" ? text.matches(of: #/"(tessera [^",\n]*)"/#).map(\.1) : []
            let hints = text.matches(of: #/\(tessera: "([^"\n]*)"/#).map { "tessera \($0.1)" }
            for command in (text.matches(of: #/`(tessera(?: [^`\n]*)?)`/#).map(\.1) + whole).map(String.init) + hints {
                // A hint that is put together says its own words; the tests of its error hold it.
                guard !Self.isPurpose(command), !command.contains("\\(") else { continue }
                count += 1
                #expect(Self.isTaken(command), "\(file.lastPathComponent): \(command)")
            }
        }
        #expect(count >= 60)
    }

    /// Whether `tessera` takes a command of a sentence, which may name an option without its value.
    static func isTaken(_ command: String) -> Bool {
        let words = (ShellLine(command).commands.first?.dropFirst() ?? []).map {
            ["ISSUER", "URL", "ADDRESS"].contains($0) ? "https://api.example.com/notes" : $0
        }
        return [words, words + ["value"]].contains { (try? parse($0)) != nil } || names(words)
    }

    @Test(arguments: [
        ("FOO=1 tessera tenant --port 0 &   # begin", [["tessera", "tenant", "--port", "0"]]),
        (
            "curl -H \"Authorization: Bearer $(tessera token --json)\" x | tessera inspect - < y",
            [["tessera", "token", "--json"], ["curl"], ["tessera", "inspect", "-"]]
        ),
        ("$ tessera people show 'Ana Silva'", [["tessera", "people", "show", "Ana Silva"]]),
        (
            "name=$(tessera tenant token) && tessera accounts > z",
            [["tessera", "tenant", "token"], ["tessera", "accounts"]]
        ),
    ])
    func `a line of a shell is read as its commands`(_ line: String, _ expected: [[String]]) {
        let commands = ShellLine(line).commands.map { $0.first == "curl" ? ["curl"] : $0 }
        #expect(commands == expected)
    }

    private static func parse(_ words: [String]) throws {
        do { _ = try RootCommand.parseAsRoot(words) } catch is Conclusion {}
    }

    /// Whether the words are nothing but the names of a command, which a sentence may name without its arguments.
    private static func names(_ words: [String]) -> Bool {
        var command = CommandOutline(RootCommand.self)
        for word in words {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { return false }
            command = next
        }
        return true
    }
}
