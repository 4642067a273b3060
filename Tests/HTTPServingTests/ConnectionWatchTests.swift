// SPDX-License-Identifier: Apache-2.0

import Fixtures
import ProgramLifecycle

@testable import HTTPServing

@Suite(.timeLimit(.minutes(1))) struct ConnectionWatchTests {
    private struct Context: RequestContext {
        var core: RequestCore
        let connection: ClientConnection

        init(core: RequestCore) {
            self.core = core
            connection = core.connection
        }
    }

    @Test func `a client that disconnects cancels only its own request`() async throws {
        let (started, cancelled) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let router = Router(context: Context.self)
        router.get("/slow") { _, context in
            try await context.connection.cancellingWhenClosed {
                let (never, _) = AsyncStream<Never>.makeStream()
                await withTaskCancellationHandler {
                    started.continuation.yield()
                    for await _ in never {}
                } onCancel: {
                    cancelled.continuation.yield()
                }
                return "late"
            }
        }
        router.get("/quick") { _, context in
            try await context.connection.cancellingWhenClosed { "quick" }
        }
        try await Self.withServer(router) { port in
            let request = { (path: String, end: String) in "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(end)\r\n" }
            // Several requests per connection, which the first must not use up.
            let answers = try await RawConnection(port: port)
                .exchange(request("/quick", ""), request("/quick", "Connection: close\r\n"))
            #expect(answers.components(separatedBy: "quick").count == 3)
            try await RawConnection(port: port).abandon(request("/slow", "")) {
                for await _ in started.stream { return }
            }
            // The suite's time limit ends a wait in vain.
            for await _ in cancelled.stream { return }
        }
    }

    @Test func `in process there is no connection, and the work ends`() async throws {
        let source = RequestCore(logger: HTTPServerTests.logger)
        #expect(try await source.connection.cancellingWhenClosed { 7 } == 7)
    }

    private static func withServer(_ router: Router<Context>, _ body: @Sendable (Int) async throws -> Void) async throws
    {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(port: 0), logger: HTTPServerTests.logger
        ) { continuation.yield($0) }
        let (program, group) = (ServerProgram([server], logger: HTTPServerTests.logger, endingWith: []), Ending())
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await program.run(until: group) }
            try await body(#require(await ports.first { _ in true }))
            group.request()
            try await tasks.waitForAll()
        }
    }
}

/// The deadline of a client that reads nothing, at a port; HTTPListeningTests tests its time.
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

@Suite(.timeLimit(.minutes(1))) struct DroppedConnectionTests {
    @Test func `a dropped connection is closed without a byte, and the next one is served`() async throws {
        let router = HTTPServerTests.router()
        router.get("/drop") { _, _ -> String in throw DroppedConnection() }
        try await HTTPServerTests.withServer(router) { port, _ in
            let end = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let dropped = try await RawConnection(port: port).exchange("GET /drop \(end)")
            #expect(dropped == "")
            let served = try await RawConnection(port: port).exchange("GET / \(end)")
            #expect(served.hasSuffix("hello"))
        }
    }
}

@Suite struct RoomWarningTests {
    @Test func `warns at most once per minute`() {
        let log = RecordedLog()
        let warning = RoomWarning(log.logger)
        let start = ContinuousClock.now
        let lines = [0, 0.005, 59.9, 60, 60.005, 119.9, 1000].map { seconds in
            warning.warn(at: start + .seconds(seconds))
            return log.lines.count
        }
        #expect(lines == [1, 1, 1, 2, 2, 2, 3])
        #expect(log.lines.allSatisfy { $0.hasPrefix("warning cannot accept connections") })
    }
}
