// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPServing
import ProgramLifecycle
import Testing

/// Work for a client that has gone is cancelled.
@Suite(.timeLimit(.minutes(1))) struct ConnectionWatchTests {
    private struct Context: RequestContext {
        var core: RequestCore
        let connection: ClientConnection

        init(core: RequestCore) {
            self.core = core
            connection = core.connection
        }
    }

    @Test func `a client that goes away cancels its request, and others go on`() async throws {
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
            // Several requests on one connection, which the first must not use up.
            let answers = try await RawConnection(port: port)
                .exchange(request("/quick", ""), request("/quick", "Connection: close\r\n"))
            #expect(answers.components(separatedBy: "quick").count == 3)
            try await RawConnection(port: port).abandon(request("/slow", "")) {
                for await _ in started.stream { return }
            }
            // The time limit of the suite ends a wait in vain.
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
            let port = try #require(await ports.first { _ in true })
            try await body(port)
            group.request()
            try await tasks.waitForAll()
        }
    }
}
