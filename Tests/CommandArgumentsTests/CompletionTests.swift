// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import CommandArguments

/// Completions in shells, and the scripts for them.
@Suite struct CompletionTests {
    private static func proposals(for words: [String]) throws -> [String] {
        let lines = try #require(throws: Conclusion.self) { try SampleProgram.parseAsRoot(["--complete"] + words) }
        return lines.text.split(separator: "\n").map(String.init)
    }

    private static let proposals: [(words: [String], lines: [String])] = [
        ([], ["copy", "keys", "serve"]),
        ([""], ["copy", "keys", "serve"]),
        (["c"], ["copy"]),
        (["x"], []),
        (["--v"], ["--version"]),
        (["copy", ""], []),
        (
            ["copy", "--"],
            [
                "--mode", "--log", "--into", "--count", "--seed", "--delay", "--tag", "--owner", "--even", "--verbose",
                "--help", "--version",
            ]
        ),
        (
            ["copy", "-"],
            [
                "-m", "--mode", "--log", "--into", "--count", "--seed", "--delay", "-t", "--tag", "--owner", "--even",
                "-v", "--verbose", "-n", "--help", "--version",
            ]
        ),
        (["copy", "--mode", ""], ["fast", "safe"]),
        (["copy", "-m", "s"], ["safe"]),
        (["copy", "--log", "x"], [":file"]),
        (["copy", "--into", ""], [":folder"]),
        (["copy", "--count", ""], []),
        (["copy", "--verbose", ""], []),
        // bash separates the equals sign.
        (["copy", "--mode", "="], ["fast", "safe"]),
        (["copy", "--mode", "=", "f"], ["fast"]),
        // A default subcommand lends its names.
        (["keys", ""], ["list", "rotate"]),
        (["keys", "--j"], ["--json"]),
        (["keys", "rotate", ""], []),
        (["serve", "--port", "1", ""], []),
    ]

    @Test(arguments: proposals)
    func `the word at the cursor gets proposals`(_ words: [String], _ lines: [String]) throws {
        #expect(try Self.proposals(for: words) == lines)
    }

    @Test(arguments: [[], ["tcsh"], ["bash "]])
    func `a script for an unknown shell is refused`(_ shell: [String]) throws {
        let error = try #require(throws: ArgumentError.self) {
            try SampleProgram.parseAsRoot(["--generate-completion-script"] + shell)
        }
        #expect(error.description.contains("requires a shell: bash, zsh, or fish."))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a script passes the words to the program`(_ shell: String) throws {
        let script = try #require(throws: Conclusion.self) {
            try SampleProgram.parseAsRoot(["--generate-completion-script", shell])
        }
        #expect(script.text.contains("sample --complete ") || script.text.contains("\" --complete \""))
    }

    #if os(macOS) || os(Linux)
    private static let bash = URL(filePath: "/bin/bash")
    /// The path of this file, without the end of its name.
    private static let prefix = String(URL(filePath: #filePath).path.dropLast("Tests.swift".count))

    /// The words of a command line up to the cursor, what the program proposes, and what bash then shows.
    private static let replies: [(words: [String], lines: [String], replies: [String])] = [
        (["copy", "-m", ""], ["fast", "safe"], ["<copy><-m><>", "fast", "safe"]),
        (["copy", "two words"], [], ["<copy><two words>"]),
        (["copy", "--log", prefix], [":file"], ["<copy><--log><\(prefix)>", "\(prefix)Tests.swift"]),
        (["copy", "--into", prefix], [":folder"], ["<copy><--into><\(prefix)>"]),
        (["copy", "--into", "/us"], [":folder"], ["<copy><--into></us>", "/usr"]),
    ]

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: bash.path)), arguments: replies)
    func `bash shows what the program proposes`(_ words: [String], _ lines: [String], _ replies: [String]) throws {
        let script = try #require(CompletionScript(shell: "bash", program: "sample"))
        // The function stands for the program: it prints the proposals, and keeps its arguments apart.
        let test = """
            set -u
            sample() {
              [[ $1 == --complete ]] && shift
              { printf '<%s>' "$@"; echo; } >&3
              \(lines.isEmpty ? ":" : "printf '%s\\n' \(lines.joined(separator: " "))")
            }
            \(script)
            COMP_WORDS=(sample "$@")
            COMP_CWORD=$#
            exec 3>&1
            _sample sample "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.bash
        process.arguments = ["-c", test, "bash"] + words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text.split(separator: "\n").map(String.init) == replies)
    }
    #endif
}
