// SPDX-License-Identifier: Apache-2.0
import CommandArguments

/// A program with each kind of command and parameter.
struct SampleProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Show samples.", version: "1.2.3",
        subcommands: [CopyCommand.self, KeysCommand.self, ServeCommand.self])
}

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "copy", abstract: "Copy a file.")

    enum Mode: String, CaseIterable, ExpressibleByArgument {
        case fast
        case safe
    }

    @Argument("<source>", help: "The source.") var source: String
    @Argument("<target>", help: "The targets.") var targets: [String] = []
    @Option("-m, --mode <mode>", help: "The mode.") var mode = Mode.safe
    @Option("--log <file>", help: "The log.") var log: String?
    @Option("--into <folder>", help: "The folder.") var folder: String?
    @Option("--count <number>", help: "The number of copies.") var count: Int?
    @Option("--seed <number>", help: "The seed.") var seed: UInt64?
    @Option("--delay <seconds>", help: "The delay.") var delay = 0.5
    @Option("-t, --tag <tag>", help: "A tag.") var tags: [String] = []
    @Option("--owner <name>", parsing: .upToNextOption, help: "The owners.") var owners = ["root"]
    @Option("--even <number>", help: "An even number.", transform: Self.even) var even: Int?
    @Flag("-v, --verbose", help: "Print each step.") var isVerbose = false
    @Flag("-n", help: "Change nothing.") var isDryRun = false

    func run() async throws {}

    private static func even(_ text: String) throws -> Int {
        guard let number = Int(text), number.isMultiple(of: 2) else { throw ValidationError("'\(text)' is not even.") }
        return number
    }
}

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Show keys.", subcommands: [List.self, Rotate.self], defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List keys.")
        @Flag("--json", help: "Print JSON.") var json = false

        func run() async throws {}
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "rotate", abstract: "Rotate keys.")

        func run() async throws {}
    }
}

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve files.", subcommands: [Stop.self])
    @Option("--port <number>", help: "The port.") var port: Int?

    func run() async throws {}

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop serving.")

        func run() async throws {}
    }
}
