// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// A `tessera demo` in a process of its own, on free ports and with a folder of its own.
struct RunningDemo {
    struct Report: Decodable {
        struct SettingsFiles: Decodable {
            let quickstart: String
            let b2c: String
        }
        struct Person: Decodable {
            let name: String
            let username: String
            let password: String
        }
        let web: String
        let tenant: String
        let graph: String
        let tasks: String
        let data: String
        let settings: SettingsFiles
        let people: [Person]
    }

    let report: Report
    let command: BuiltCommand
    /// What the demo prints besides; `nil` unless it was asked for.
    let log: PipeReader?
    private let process: Process

    /// Runs `body` with a demo, ends it with SIGINT, and demands that it ends well.
    ///
    /// With a level for its logs, they are to be read from ``log`` once it has ended.
    static func run<Result>(
        logging level: String? = nil, adding environment: [String: String] = [:],
        at ports: [String] = ["--port", "0", "--tasks-port", "0", "--web-port", "0"],
        _ body: (RunningDemo) async throws -> Result
    ) async throws -> Result {
        try await BuiltCommand.withHome { command in
            let demo = try await RunningDemo(command, logging: level, adding: environment, at: ports)
            do {
                let result = try await body(demo)
                #expect(await demo.end() == 0, "the demo must end well on Ctrl-C")
                let files = try FileManager.default.contentsOfDirectory(atPath: demo.report.data)
                #expect(files.filter { $0.hasSuffix("-wal") } == [], "a closed file of SQLite has no log")
                return result
            } catch {
                _ = await demo.end()
                throw error
            }
        }
    }

    private init(
        _ command: BuiltCommand, logging level: String?, adding environment: [String: String], at ports: [String]
    ) async throws {
        let errors = level.map { _ in Pipe() }
        let output: ProgramOutput
        (process, output) = try command.start(
            ["demo", "--json", "--data", command.home.appending(path: "demo").path] + ports,
            adding: environment.merging(level.map { ["TESSERA_LOG": $0] } ?? [:]) { $1 },
            errors: errors ?? FileHandle.standardError)
        log = errors.map(PipeReader.init)
        self.command = command
        report = try JSONDecoder().decode(Report.self, from: Data((await output.line() ?? "").utf8))
    }

    /// Ctrl-C.
    private func end() async -> Int32 {
        process.interrupt()
        return await process.ended()
    }

    /// What the browser types and presses in the name of a person.
    struct Visitor {
        var username: String
        var password = "watchword"
        var name: String?
        /// Buttons to press instead of the first; each once.
        var press: [String] = []
        /// Only the first browser presses them.
        var pressesOnce = false
        var cancels = false
        /// The name of the file for cookies, so that the provider knows the browser again.
        var cookies: String?

        func environment(in home: URL) -> [String: String] {
            let browser = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browser.py")
            var environment = [
                "BROWSER": browser.path, "TEST_USERNAME": username, "TEST_PASSWORD": password,
                "TEST_PRESS": press.joined(separator: " "),
            ]
            environment["TEST_NAME"] = name
            environment["TEST_CANCEL"] = cancels ? "1" : nil
            environment["TEST_ONCE"] = pressesOnce ? home.appending(path: UUID().uuidString).path : nil
            environment["TEST_COOKIES"] = cookies.map { home.appending(path: $0).path }
            return environment
        }
    }

    /// The command with a browser that signs this person in.
    func signIn(
        _ visitor: Visitor, settings: String = "demo", asking scopes: [String] = []
    ) async throws -> BuiltCommand.Outcome {
        let arguments = ["sign-in", "--json", "--settings", settings] + (scopes.isEmpty ? [] : ["--scope"] + scopes)
        return try await command.run(arguments, adding: visitor.environment(in: command.home))
    }

    /// The command with a browser that signs this person in.
    func signIn(
        _ username: String, password: String = "watchword", cancelling: Bool = false
    ) async throws -> BuiltCommand.Outcome {
        try await signIn(Visitor(username: username, password: password, cancels: cancelling))
    }

    /// Settings of the demo with some lines changed, as a file of their own.
    func settings(_ name: String, from file: String, replacing: [String: String]) throws -> String {
        var text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        for (old, new) in replacing {
            try #require(text.contains(old), "\(old) is not in \(file)")
            text = text.replacing(old, with: new)
        }
        let copy = command.home.appending(path: name)
        try Data(text.utf8).write(to: copy)
        return copy.path
    }
}
