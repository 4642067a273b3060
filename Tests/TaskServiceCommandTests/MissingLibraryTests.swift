// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import HTTPServing
import Testing

/// The programs on a system without a library that is loaded late; an empty file takes its place.
@Suite(.timeLimit(.minutes(1))) struct MissingLibraryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "programs-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    /// Runs a program to its end, which must come with the exit code and the error that the pages promise.
    private func expectFailure(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:],
        without library: String = "libpq.so.5", of package: String = "libpq5"
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let stub = try await StubLibrary(library)
        defer { stub.remove() }
        let running = try await RunningProgram(
            program, arguments, in: folder, environment.merging(["LD_LIBRARY_PATH": stub.folder.path]) { $1 })
        #expect(await running.status() == 69)
        let lines = running.logged.split(separator: "\n")
        let error = try #require(lines.first { $0.hasPrefix("error: ") }, "\(running.logged)")
        // The library, the words of the dynamic linker, the package.
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
        defer { try? FileManager.default.removeItem(at: folder) }
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
