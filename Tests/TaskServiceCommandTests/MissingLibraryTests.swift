// SPDX-License-Identifier: Apache-2.0

import ServerTelemetry

@testable import TaskServiceCommand

#if os(Linux)
import Fixtures
import HTTPServing

/// An empty file replaces a library that is loaded late.
@Suite(.timeLimit(.minutes(1))) struct MissingLibraryTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    /// Expects the documented exit code and error.
    private func expectFailure(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:],
        without library: String = "libpq.so.5", of package: String = "libpq5"
    ) async throws {
        let stub = try await StubLibrary(library)
        defer { stub.remove() }
        let running = try await RunningProgram(
            program, arguments, in: folder, environment.merging(["LD_LIBRARY_PATH": stub.folder.path]) { $1 })
        #expect(await running.status() == 69)
        let lines = running.logged.split(separator: "\n")
        let error = try #require(lines.first { $0.hasPrefix("error: ") }, "\(running.logged)")
        // The library, the dynamic linker's words, the package.
        for text in ["\(library) cannot be loaded (", "file too short", package] { #expect(error.contains(text)) }
        #expect(lines.last?.hasPrefix("hint: run `apt-get install \(package)`") == true, "\(running.logged)")
    }

    @Test func `without libcurl, a request ends with code 69 and names the package`() async throws {
        try await expectFailure(
            "tessera", ["call", "http://127.0.0.1:9/"], without: "libcurl.so.4", of: "libcurl4")
    }

    @Test func `without libpq, task-service with a database ends with code 69 and names the package`() async throws {
        try await expectFailure(
            "task-service",
            ["--provider-default-issuer=https://login.example", "--provider-default-audiences=api://tasks"],
            ["TESSERA_TASKS_DATABASE_ADDRESS": "postgres://tasks@127.0.0.1/tasks"])
    }

    @Test func `without libpq, the web app with a database ends with code 69 and names the package`() async throws {
        let port = try await ServerAddress.reserve().port
        let settings = try WebSettings(
            "http://127.0.0.1:9", web: "http://localhost:\(port)", tasks: "http://127.0.0.1:9", in: folder)
        let database = folder.appending(path: "database")
        try "postgres://web@127.0.0.1/web".write(to: database, atomically: true, encoding: .utf8)
        try await expectFailure(
            "tessera", ["web", "--port", "\(port)", "--database", database.path] + settings.arguments)
    }

    @Test func `without libpq, task-service with a folder starts`() async throws {
        let library = try await StubLibrary("libpq.so.5")
        defer { library.remove() }
        let program = try await RunningProgram(
            "task-service",
            [
                "--listen-port=0", "--metrics-port=0", "--data-folder=\(folder.path)",
                "--provider-default-issuer=https://login.example", "--provider-default-audiences=api://tasks",
            ], in: folder, ["LD_LIBRARY_PATH": library.folder.path])
        #expect(program.firstLine.hasPrefix("Listening on "), "\(program.logged)")
        #expect(await program.end() == 0)
    }
}
#endif

#if os(Linux)
import Fixtures
import HTTPTransport

@Suite(.timeLimit(.minutes(2))) struct BlockingCallTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    @Test func `tasks in PostgreSQL block no thread of the pool`() async throws {
        let calls = try await BlockingCalls()
        defer { calls.remove() }
        let database = try await PostgresServer()
        let tenant = try await RunningProgram("tessera", ["tenant", "--port", "0"], in: folder)
        let service = try await RunningProgram(
            "task-service",
            [
                "--listen-port", "0", "--metrics-port", "0", "--log-format", "json",
                "--provider-default-authority", "\(try tenant.url)/common",
                "--provider-default-audiences", "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4",
            ], in: folder,
            calls.environment.merging(["TESSERA_TASKS_DATABASE_ADDRESS": database.address()]) { $1 })
        let url = try service.url
        try calls.begin()
        let token = try await TaskServiceTests.token(of: tenant, in: folder)
        try await withSystemTransport { transport in
            for _ in 0..<3 {
                let added = try await transport.send(
                    TaskServiceTests.request(.post, url, "api/tasks", token: token),
                    body: Data(#"{"Text":"Milk"}"#.utf8))
                #expect(added.status.kind == .successful)
                let list = try await transport.send(TaskServiceTests.request(.get, url, "api/tasks", token: token))
                #expect(list.status == .ok)
            }
        }
        #expect(try calls.found() == [])
        #expect(await service.end() == 0)
        _ = await tenant.end(by: SIGINT)
        await database.remove()
    }
}
#endif

@Suite struct TaskServiceDocumentTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        page = try String(contentsOf: root.appending(path: "docs/task-service.md"), encoding: .utf8)
    }

    private func rows(below heading: String) throws -> [String] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: Substring(heading)), "\(heading)")
        return lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map(String.init)
    }

    @Test func `the table of settings is the program's`() throws {
        let expected = Setting.all.map { setting in
            let usual = setting.usual.map { "`\($0)`" } ?? ""
            let notes = [setting.isSecret ? "secret" : nil, setting.isReread ? "SIGHUP" : nil].compactMap(\.self)
            return "| `\(setting.name)` | \(setting.kindText) | \(usual) | \(notes.joined(separator: ", ")) "
                + "| \(setting.meaning) |"
        }
        #expect(try rows(below: "## Settings") == expected)
    }

    @Test func `the documented metrics match the program's`() throws {
        let expected = MetricMeaning.all.sorted { $0.key < $1.key }.map { "| `\($0)` | \($1) |" }
        #expect(try rows(below: "## Metrics") == expected)
    }

    @Test func `the documented exit codes match the program's`() throws {
        #expect(
            try rows(below: "## Exit codes") == TaskServiceExit.allCases.map { "| \($0.rawValue) | \($0.meaning) |" })
    }

    @Test func `the file on the page is right`() throws {
        let block = try #require(page.firstMatch(of: #/```json\n([^`]+)```/#))
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString).json")
        // The page's secret is not on this machine.
        let address = file.appendingPathExtension("address")
        try Data("postgres://tasks@db.example.com/tasks".utf8).write(to: address)
        try Data(String(block.1).replacing("/etc/task-service/database-address", with: address.path).utf8).write(
            to: file)
        defer { for written in [file, address] { try? FileManager.default.removeItem(at: written) } }
        let configuration = try TaskServiceConfiguration(
            arguments: ["task-service", "--config", file.path], environment: [:])
        #expect(configuration.accepted.count == 2)
    }
}
