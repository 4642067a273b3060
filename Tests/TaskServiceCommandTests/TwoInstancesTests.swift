// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

@Suite(.timeLimit(.minutes(2))) struct TwoInstancesTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    private func service(_ tenant: URL, _ address: String) async throws -> RunningProgram {
        try await RunningProgram(
            "task-service",
            [
                "--listen-port", "0", "--metrics-port", "0", "--log-format", "json",
                "--provider-default-authority", "\(tenant)/common",
                "--provider-default-audiences", "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4",
            ], in: folder, ["TESSERA_TASKS_DATABASE_ADDRESS": address])
    }

    private static func get(_ url: URL, _ path: String) async throws -> (status: Int, body: String) {
        try await withSystemTransport { transport in
            let response = try await transport.send(HTTPRequest(url: url.appending(path: path)))
            return (response.status.code, String(decoding: response.body, as: UTF8.self))
        }
    }

    @Test func `one process lists what the other has added, and without the database neither is ready`() async throws {
        let database = try await PostgresServer()
        let tenant = try await RunningProgram("tessera", ["tenant", "--port", "0"], in: folder)
        let first = try await service(tenant.url, database.address())
        let second = try await service(tenant.url, database.address())
        let token = try await TaskServiceTests.token(of: tenant, in: folder)
        try await withSystemTransport { transport in
            let added = try await transport.send(
                TaskServiceTests.request(.post, first.url, "api/tasks", token: token),
                body: Data(#"{"Text":"Milk"}"#.utf8))
            #expect(added.status.kind == .successful)
            let list = try await transport.send(TaskServiceTests.request(.get, second.url, "api/tasks", token: token))
            #expect(String(decoding: list.body, as: UTF8.self).contains("Milk"))
        }
        let operators = try await second.operators()
        #expect(try await Self.get(operators, "metrics").body.contains("database_connections_open "))
        try await until("ready") { try await Self.get(operators, "readyz").status == 200 }
        await database.stop()
        try await until("not ready") { try await Self.get(operators, "readyz").status == 503 }
        #expect(try await Self.get(operators, "readyz").body.contains(#""store":"#))
        #expect(try await Self.get(operators, "healthz").status == 200)
        try await database.start()
        try await until("ready again") { try await Self.get(operators, "readyz").status == 200 }
        #expect(await first.end() == 0)
        #expect(await second.end() == 0)
        _ = await tenant.end(by: SIGINT)
        await database.remove()
    }

    @Test func `a database that does not answer ends it with 69, and shows no password`() async throws {
        let tenant = try #require(URL(string: "http://127.0.0.1:9"))
        let service = try await service(tenant, "postgres://tasks:hunter2@127.0.0.1:1/tasks")
        #expect(await service.status() == 69)
        #expect(service.logged.contains("hint: check that the database runs"))
        #expect(!service.logged.contains("hunter2"))
    }

    @Test func `tables of a later version end the program with 78`() async throws {
        let database = try await PostgresServer()
        let tenant = try #require(URL(string: "http://127.0.0.1:9"))
        #expect(try await service(tenant, database.address()).end() == 0)
        _ = try await database.sql(
            "INSERT INTO tessera_migration (store, version, name, compatible_since) VALUES ('tasks', 99, 'later', 99)")
        let older = try await service(tenant, database.address())
        #expect(await older.status() == 78)
        #expect(older.logged.contains("hint: install that version of the program"))
        await database.remove()
    }
}
