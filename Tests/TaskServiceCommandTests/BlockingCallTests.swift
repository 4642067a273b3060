// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import Testing

/// The task service waits for PostgreSQL on threads of its own.
@Suite(.timeLimit(.minutes(2))) struct BlockingCallTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "blocking-\(UUID().uuidString)")

    @Test func `tasks in PostgreSQL block no thread of the pool`() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
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
