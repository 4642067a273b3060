// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import Testing

@testable import CommandArguments

private struct NumberOptions: ParsableArguments {
    @Option("--number <n>", help: "A number.") var number: Int?
    @Flag("-q, --quiet", help: "Print nothing.") var quiet = false
}

private struct SampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sample")

    @Argument("<word>", help: "Words.") var words: [String] = ["usual"]
    @Option("--list <x>", parsing: .upToNextOption, help: "A list.") var list: [String] = ["usual"]
    @OptionGroup var options: NumberOptions

    func run() async throws { throw ValidationError("wrong in run") }
}

@Suite struct ParsedCommandTests {
    private static func parse(_ arguments: [String]) throws -> SampleCommand {
        try #require(try SampleCommand.parseAsRoot(arguments).command as? SampleCommand)
    }

    @Test func `commands that are parsed at the same time keep their own values`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                group.addTask {
                    let flags = number.isMultiple(of: 2) ? ["-q"] : []
                    let command = try Self.parse(
                        ["w\(number)", "--number", "\(number)", "--list", "a\(number)", "b"] + flags)
                    #expect(command.words == ["w\(number)"] && command.list == ["a\(number)", "b"])
                    #expect((command.options.number, command.options.quiet) == (number, number.isMultiple(of: 2)))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a command without arguments has its defaults`() throws {
        let command = try Self.parse([])
        #expect(command.words == ["usual"] && command.list == ["usual"])
        #expect(command.options.number == nil && !command.options.quiet)
    }

    @Test func `a validation error in run shows the usage`() async throws {
        let parsed = try SampleCommand.parseAsRoot([])
        let error = await #expect(throws: ArgumentError.self) { try await parsed.run() }
        #expect(error?.description.contains("Error: wrong in run\nUsage: sample") == true)
    }
}

/// Suggestions for mistyped names.
@Suite struct NameSuggestionTests {
    private static let rows: [(word: String, names: [String], nearest: String?)] = [
        ("--limt", ["--limit", "--list"], "--limit"),  // a letter is missing
        ("--limmit", ["--limit"], "--limit"),  // one is too many
        ("--lumit", ["--limit"], "--limit"),  // one is another
        ("--ilmit", ["--limit"], "--limit"),  // two are swapped
        ("ad", ["add", "done"], "add"),
        ("dea", ["done", "add"], nil),  // a short word may differ in one letter, not in two
        ("abcdef", ["abcdxy"], "abcdxy"),  // a third of the letters
        ("abcde", ["abcxy"], nil),
        ("same", ["some", "same"], "same"),
        ("tosk", ["task", "tusk"], "task"),  // the first of two
        ("é", ["e"], "e"),
        ("", ["a"], "a"),
        ("", [], nil),
        ("nonsense", ["", "x"], nil),
        (String(repeating: "x", count: 10_000), ["add", "remove"], nil),
        // 100 letters are compared, of which 33 may be missing.
        (String(repeating: "x", count: 101), [String(repeating: "x", count: 67)], String(repeating: "x", count: 67)),
        (String(repeating: "x", count: 101), [String(repeating: "x", count: 66)], nil),
    ]

    @Test(arguments: rows)
    func `the nearest name is suggested, if it is near enough`(_ word: String, _ names: [String], _ nearest: String?) {
        #expect(NameSuggestion.nearest(to: word, among: names) == nearest)
    }
}
