// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CommandArguments

/// Declarations by property wrappers, and invalid ones.
@Suite struct DeclarationsTests {
    private static let shown: [(kind: Parameter.Kind, declaration: String, synopsis: String, title: String)] = [
        (.option(takesSeveral: false), "--port <number>", "--port <number>", "--port <number>"),
        (.option(takesSeveral: false), "-p, --port <number>", "--port <number>", "-p, --port <number>"),
        (.option(takesSeveral: false), "--port, -p <number>", "--port <number>", "--port, -p <number>"),
        (.option(takesSeveral: false), "-p <name: value>", "-p <name: value>", "-p <name: value>"),
        (.flag, "-i, --include", "--include", "-i, --include"),
        (.argument, "<text>", "<text>", "<text>"),
    ]

    @Test(arguments: shown)
    func `a declaration reads as the help shows it`(
        _ kind: Parameter.Kind, _ declaration: String, _ synopsis: String, _ title: String
    ) {
        let parameter = Parameter(kind, declaration, help: "") { _ in }
        #expect((parameter.synopsis, parameter.title) == (synopsis, title))
    }

    @Test func `inner groups are validated before outer ones`() throws {
        struct Inner: ParsableArguments {
            func validate() throws { throw ValidationError("inner") }
        }
        struct Outer: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "outer")
            @OptionGroup var inner: Inner

            func validate() throws { throw ValidationError("outer") }
        }
        let error = try #require(throws: ArgumentError.self) { try Outer.parseAsRoot([]) }
        #expect(error.description.hasPrefix("Error: inner\nUsage: outer\n"))
    }

    @Test func `values are checked before groups are validated`() throws {
        struct Strict: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "strict")
            @Argument("<name>", help: "The name.") var name: String

            func validate() throws { throw ValidationError("'\(name)' is not valid.") }
        }
        let missing = try #require(throws: ArgumentError.self) { try Strict.parseAsRoot([]) }
        #expect(missing.description.hasPrefix("Error: Missing expected argument '<name>'\n"))
        let wrong = try #require(throws: ArgumentError.self) { try Strict.parseAsRoot(["ana"]) }
        #expect(wrong.description.hasPrefix("Error: 'ana' is not valid.\n"))
    }

    #if os(macOS) || os(Linux)
    @Test func `a name that is declared twice ends the program`() async {
        await #expect(processExitsWith: .failure) {
            struct Twice: AsyncParsableCommand {
                static let configuration = CommandConfiguration(commandName: "twice")
                @Flag("--json", help: "Print JSON.") var json = false
                @Option("--json <file>", help: "The file.") var file: String?
            }
            _ = try Twice.parseAsRoot([])
        }
    }

    @Test func `a name of every command that is declared again ends the program`() async {
        await #expect(processExitsWith: .failure) {
            struct Host: AsyncParsableCommand {
                static let configuration = CommandConfiguration(commandName: "host")
                @Option("-h, --host <name>", help: "The host.") var host: String?
            }
            _ = try Host.parseAsRoot([])
        }
        await #expect(processExitsWith: .failure) {
            struct Versioned: AsyncParsableCommand {
                static let configuration = CommandConfiguration(commandName: "versioned", version: "1")
                @Flag("--version", help: "Show the version.") var version = false
            }
            _ = try Versioned.parseAsRoot([])
        }
    }

    @Test func `a program without a version can declare the name`() throws {
        struct Unversioned: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "unversioned")
            @Option("--version <number>", help: "The version to show.") var version: Int?
        }
        let command = try Unversioned.parseAsRoot(["--version", "3"]).command
        #expect((command as? Unversioned)?.version == 3)
    }

    @Test func `a short name of several letters ends the program`() async {
        await #expect(processExitsWith: .failure) { _ = Parameter(.flag, "-json", help: "") { _ in } }
    }

    @Test func `an option without the name of its value ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = Parameter(.option(takesSeveral: false), "--json", help: "") { _ in }
        }
    }

    @Test func `a name without a dash ends the program`() async {
        await #expect(processExitsWith: .failure) { _ = Parameter(.flag, "json", help: "") { _ in } }
    }
    #endif
}
