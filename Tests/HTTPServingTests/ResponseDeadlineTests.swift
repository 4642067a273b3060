// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import ProgramLifecycle
import Testing

/// The deadline of a client that takes nothing, in a server on a port; its time is tested in HTTPListeningTests.
@Suite(.timeLimit(.minutes(1))) struct ResponseDeadlineTests {
    @Test func `each connection has the deadline`() async throws {
        let ((ports, listening), (requests, requesting)) = (
            AsyncStream<Int>.makeStream(), AsyncStream<Void>.makeStream()
        )
        let (ends, ending) = AsyncStream<Void>.makeStream()
        let router = Router(context: ServingContext.self)
        router.get("/") { _, _ in
            requesting.yield()
            // Longer than the buffers of both sockets.
            return Response(status: .ok, body: ResponseBody([UInt8](repeating: 0, count: 32 << 20)))
        }
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(port: 0), logger: Log("tests"),
            contentDeadline: .milliseconds(50)
        ) { listening.yield($0) }
        let end = Ending()
        try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                try await server.run(until: end)
                ending.yield()
            }
            let port = try #require(await ports.first { _ in true })
            try await RawConnection(port: port).abandon("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") {
                await requests.first { _ in true }
                end.request()
                // The server waits for this connection, which reads nothing: only the deadline ends it.
                await ends.first { _ in true }
            }
            try await tasks.waitForAll()
        }
    }
}
