// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

extension TaskServiceTests {
    @Test func `no accepted request is lost when it ends under load`() async throws {
        let tenant = try await tenant()
        let more: [String: Any] = [
            "shutdown": ["drainSeconds": 5], "limits": ["tasks": 10_000, "requestsPerMinute": 0],
        ]
        let service = try await RunningProgram("task-service", settings(tenant.url.absoluteString, more), in: folder)
        let (url, operators) = (try service.url, try await service.operators())
        let token = try await Self.token(of: tenant, in: folder)
        let load = Load()
        try await withSystemTransport { transport in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<16 {
                    group.addTask {
                        // A load balancer: it sends requests until the service is not ready.
                        while load.isReady {
                            let response = try await transport.send(
                                Self.request(.post, url, "api/tasks", token: token),
                                body: Data(#"{"Text":"Task of \#(client)"}"#.utf8))
                            try #require(response.status.kind == .successful)
                            load.add()
                        }
                    }
                }
                group.addTask {
                    try await until("tasks were added") { load.added >= 200 }
                    service.signal(SIGTERM)
                    try await until("not ready") { try await Self.get(operators, "readyz").status == 503 }
                    // A balancer notices late, so clients continue for a while.
                    let noticed = load.added + 100
                    try await until("more tasks were added") { load.added >= noticed }
                    load.end()
                }
                for try await _ in group {}
            }
        }
        #expect(await service.status() == 0)
        let again = try await RunningProgram("task-service", settings(tenant.url.absoluteString, more), in: folder)
        try await withSystemTransport { transport in
            let list = try await transport.send(Self.request(.get, again.url, "api/tasks", token: token))
            let tasks = try #require(try JSONSerialization.jsonObject(with: list.body) as? [Any])
            #expect(tasks.count == load.added)
        }
        #expect(await again.end() == 0)
        #expect(await tenant.end(by: SIGINT) == 0)
    }

    @Test func `a request that is still arriving when it ends is completed`() async throws {
        let tenant = try await tenant()
        let service = try await RunningProgram("task-service", settings(tenant.url.absoluteString), in: folder)
        let (port, operators) = (try #require(try service.url.port), try await service.operators())
        let (first, second) = (#"{"Text":"#, #""Milk"}"#)
        let head = """
            POST /api/tasks HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Bearer \(try await Self.token(of: tenant, in: folder))\r
            Content-Type: application/json\r
            Content-Length: \(first.utf8.count + second.utf8.count)\r
            \r

            """
        let response = try await RawConnection(port: port).exchange(head + first, second) {
            try await until("accepted") {
                try await Self.get(operators, "metrics").body.contains("http_server_active_requests 1\n")
            }
            service.signal(SIGTERM)
            try await until("not listening") { (try? await RawConnection(port: port).abandon("") {}) == nil }
            #expect(try await Self.get(operators, "readyz").status == 503)
        }
        #expect(response.hasPrefix("HTTP/1.1 201 "))
        #expect(response.contains("Milk"))
        #expect(await service.status() == 0)
        #expect(await tenant.end(by: SIGINT) == 0)
    }
}

private final class Load: Sendable {
    private let state = Mutex((isReady: true, added: 0))
    var isReady: Bool { state.withLock { $0.isReady } }
    var added: Int { state.withLock { $0.added } }
    func add() { state.withLock { $0.added += 1 } }
    func end() { state.withLock { $0.isReady = false } }
}
