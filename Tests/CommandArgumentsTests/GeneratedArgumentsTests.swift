// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Fixtures
import Foundation
import Testing

@testable import CommandArguments

/// Generated command lines end in a command, an error, or a text; Python's parser reads the same values.
@Suite struct GeneratedArgumentsTests {
    /// What Python's `getopt.gnu_getopt` reads.
    fileprivate struct Reading: Decodable {
        let options: [[String]]
        let arguments: [String]
    }

    private static let words = [
        "a", "b", "-", "--", "", "fast", "safe", "ä", "-v", "-n", "-vn", "-vm", "-m", "-mfast", "-m=fast", "-m=", "-t",
        "-tx", "-t=", "-t==x", "-vtx", "-t-v", "-nv=", "-vvm", "-x", "-log", "-h", "--mode", "--mode=fast",
        "--mode=slow", "--log", "--log=x=y", "--log=", "--log=--count", "--into", "--into=-", "--count", "--count=-3",
        "--count=x", "7", "-3", "-.5", "1e3", "0x1F", "--seed", "--seed=18446744073709551615", "--delay",
        "--delay=1e999", "nan", "-inf", "--tag", "--tag=z", "--owner=x", "--even", "--even=4", "--even=5", "--verbose",
        "--verbose=1", "--nope", "--=x", "---", "--help", "--version", "-\u{301}", "--log=\u{301}",
    ]

    /// Lines for a command with each kind of parameter; without `--owner`, whose further values are no option of POSIX.
    private static func lines(_ count: Int, seed: UInt64) -> [[String]] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
        }
    }

    /// The command of a line; `nil` for an error that names the mistake, or a text that was asked for.
    private static func command(_ words: [String]) throws -> (any AsyncParsableCommand)? {
        do {
            return try SampleProgram.parseAsRoot(words).command
        } catch let error as ArgumentError {
            let text = error.description
            guard text.utf8.starts(with: "Error: ".utf8), text.contains("\nUsage: sample") else { throw error }
        } catch let conclusion as Conclusion {
            guard !conclusion.text.isEmpty else { throw conclusion }
        }
        return nil
    }

    private static func readings(_ lines: [[String]]) async throws -> [Reading?] {
        let input = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: input) }
        let encoder = JSONEncoder()
        try Data(lines.map { try encoder.encode($0) }.joined(separator: Data("\n".utf8))).write(to: input)
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "read.py")
        python.arguments = ["sh", "-c", "exec python3 '\(script.path)' <'\(input.path)'"]
        let (status, output) = try await python.runToEnd()
        try #require(status == 0)
        let decoder = JSONDecoder()
        return try output.split(separator: "\n").map { try decoder.decode(Reading?.self, from: Data($0.utf8)) }
    }

    @Test(arguments: 1...4) func `25,000 lines have the values that getopt reads`(_ seed: UInt64) async throws {
        let lines = Self.lines(25_000, seed: seed)
        let accepted = try lines.compactMap { words in
            try Self.command(["copy"] + words).map { (words, try #require($0 as? CopyCommand)) }
        }
        #expect((2_000..<20_000).contains(accepted.count), "\(accepted.count) lines were accepted")
        let readings = try await Self.readings(accepted.map { $0.0 })
        try #require(readings.count == accepted.count)
        for ((words, command), reading) in zip(accepted, readings) {
            guard reading.map(Values.init) == Values(command) else {
                Issue.record("\(words): \(Values(command)), not \(String(describing: reading))")
                return
            }
        }
    }

    @Test func `lines for other commands end in a command, an error or a text`() throws {
        let starts = [[], ["keys"], ["keys", "rotate"], ["serve"], ["serve", "stop"], ["help"], ["--version"]]
        for (number, words) in Self.lines(20_000, seed: 5).enumerated() {
            _ = try Self.command(starts[number % starts.count] + words)
        }
    }
}

/// The values of a line, as ours and as the foreign reader's.
private struct Values: Equatable {
    var options: [String: String] = [:]
    var tags: [String] = []
    var owners: [String] = []
    var flags: Set<String> = []
    var arguments: [String] = []

    init(_ command: CopyCommand) {
        options = [
            "--mode": command.mode.rawValue, "--log": command.log, "--into": command.folder,
            "--count": command.count.map { "\($0)" }, "--seed": command.seed.map { "\($0)" },
            "--delay": "\(command.delay)", "--even": command.even.map { "\($0)" },
        ].compactMapValues { $0 }
        (tags, owners) = (command.tags, command.owners)
        if command.isVerbose { flags.insert("--verbose") }
        if command.isDryRun { flags.insert("-n") }
        arguments = [command.source] + command.targets
    }

    init(_ reading: GeneratedArgumentsTests.Reading) {
        options = ["--mode": "safe", "--delay": "0.5"]
        owners = ["root"]
        var isOwnerGiven = false
        for option in reading.options {
            var (name, value) = (option[0], option[1])
            if !name.hasPrefix("--") {
                name = ["-m": "--mode", "-t": "--tag", "-v": "--verbose"][name] ?? name
                // The one exception: `-m=fast` means `fast` here, as `--mode=fast` does; to POSIX, the equals sign is
                // part of the value, where nobody wants it. No separate word of these lines begins with one.
                if value.utf8.first == UInt8(ascii: "=") {
                    value = String(decoding: value.utf8.dropFirst(), as: UTF8.self)
                }
            }
            switch name {
            case "--verbose", "-n": flags.insert(name)
            case "--tag": tags.append(value)
            case "--owner":
                owners = (isOwnerGiven ? owners : []) + [value]
                isOwnerGiven = true
            case "--delay": options[name] = Double(value).map { "\($0)" }
            default: options[name] = value
            }
        }
        arguments = reading.arguments
    }
}
#endif
