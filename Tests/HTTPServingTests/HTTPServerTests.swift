// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import ProgramLifecycle

@Suite(.timeLimit(.minutes(1))) struct HTTPServerTests {
    static let logger = Log("tests")

    static func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self)
        router.add(middleware: SecurityHeaders())
        router.get("/") { _, _ in "hello" }
        router.post("/") { request, _ in String(try await RequestContent(of: request).bytes.count) }
        return router
    }

    static func withServer(
        _ router: Router<ServingContext> = router(), host: String = "127.0.0.1",
        contentDeadline: Duration = .seconds(60), logger: Log = logger,
        body: @Sendable (Int, Ending) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(host: host, port: 0), logger: logger,
            contentDeadline: contentDeadline
        ) { continuation.yield($0) }
        let (program, group) = (ServerProgram([server], logger: logger, endingWith: []), Ending())
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await program.run(until: group) }
            try await body(#require(await ports.first { _ in true }), group)
            group.request()
            try await tasks.waitForAll()
        }
    }

    @Test func `a request over a connection is answered, with a date`() async throws {
        try await Self.withServer { port, _ in
            let answer = try await RawConnection(port: port)
                .exchange("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nhello"))
            #expect(answer.contains("\r\nDate: "))
            #expect(answer.contains("\r\nX-Frame-Options: DENY\r\n"))
        }
    }

    @Test func `no log line contains a client's secret`() async throws {
        let lines = Mutex<[String]>([])
        let output = Log.Output(
            from: { .trace }, { line in lines.withLock { $0.append("\(line.message) \(line.metadata)") } })
        let router = Self.router()
        router.get("links/{secret}") { _, _ in "done" }
        try await Self.withServer(router, logger: Log("tests", to: output)) { port, _ in
            for target in ["/links/s3cret?code=s3cret", "/s3cret"] {
                let request =
                    "GET \(target) HTTP/1.1\r\nHost: localhost\r\nCookie: a=s3cret\r\nConnection: close\r\n\r\n"
                _ = try await RawConnection(port: port).exchange(request)
            }
        }
        let text = lines.withLock { $0.joined(separator: "\n") }
        #expect(text.contains("/links/{secret}") && text.contains("200") && text.contains("404"))
        #expect(!text.contains("s3cret"), "\(text)")
    }

    @Test func `a server releases what its handlers hold before it returns`() async throws {
        // A connection's task sometimes ended shortly after the drain, so one round would rarely notice.
        for _ in 0..<100 {
            weak var kept: Kept?
            do {
                let holder = Kept()
                kept = holder
                let router = Router(context: ServingContext.self)
                router.get("/") { _, _ in withExtendedLifetime(holder) { "kept" } }
                try await Self.withServer(router) { port, end in
                    let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    _ = try await RawConnection(port: port).exchange(request, upTo: "kept") { end.request() }
                }
            }
            #expect(kept == nil)
        }
    }

    private final class Kept: Sendable {}

    @Test func `a server named below localhost listens on loopback alone`() async throws {
        try await Self.withServer(host: "tenant.localhost") { port, _ in
            let answer = try await RawConnection(port: port, host: "localhost")
                .exchange("GET / HTTP/1.1\r\nHost: tenant.localhost\r\nConnection: close\r\n\r\n")
            #expect(answer.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test func `content in chunks is counted too, and refused with 413`() async throws {
        try await Self.withServer { port, _ in
            let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
            let content = String(repeating: chunk, count: 17) + "0\r\n\r\n"
            let head =
                "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            let answer = try await RawConnection(port: port).exchange(head, content)
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.hasSuffix("The content is longer than 1048576 bytes; send less.\n"))
        }
    }

    @Test func `bytes that are not HTTP get 400`() async throws {
        try await Self.withServer { port, _ in
            let answer = try await RawConnection(port: port).exchange("tessera\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test func `idle connections neither block a request nor hold up the end`() async throws {
        try await Self.withServer { port, group in
            let unused = try await RawConnection(port: port)
            let half = try await RawConnection(port: port)
            let kept = try await RawConnection(port: port)
            async let nothing = unused.exchange()
            async let halfAnswer = half.exchange("GET / HTTP/1.1\r\nHost: local")
            let rest = try await kept.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", upTo: "hello") {
                group.request()
            }
            #expect(rest.isEmpty)
            #expect(try await nothing.isEmpty)
            #expect(try await halfAnswer.isEmpty)
        }
    }

    /// From idle browsers and slow clients; the last two have a waiting handler.
    static let halves = [
        "", "G", "GET / HTTP/1.1\r\nHost: localhost\r\n",
        "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf",
        "POST /slow HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    ]

    @Test func `an idle connection never blocks another request`() async throws {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let router = Self.router()
        router.post("/slow") { request, _ in
            starting.yield()
            return String(try await RequestContent(of: request).bytes.count)
        }
        try await Self.withServer(router) { port, _ in
            await withTaskGroup { idle in
                for half in Array(repeating: Self.halves, count: 10).joined() {
                    idle.addTask { (try? await RawConnection(port: port).exchange(half)) ?? "" }
                }
                for await _ in started.prefix(20) {}
                for _ in 0..<20 {
                    let answer = try? await RawConnection(port: port)
                        .exchange("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    #expect(answer?.hasSuffix("\r\n\r\nhello") == true)
                }
                // The others still wait: none got a response before they are canceled here.
                idle.cancelAll()
                for await answer in idle { #expect(answer == "") }
            }
        }
    }

    @Test func `content that never ends gets 408, and its handler an error`() async throws {
        let (readings, reading) = AsyncStream<Bool>.makeStream()
        let router = Self.router()
        router.post("/read") { request, _ in
            do {
                _ = try await RequestContent(of: request)
                reading.yield(true)
            } catch {
                reading.yield(false)
                throw error
            }
            return "read"
        }
        try await Self.withServer(router, contentDeadline: .milliseconds(50)) { port, _ in
            let answer = try await RawConnection(port: port)
                .exchange("POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf")
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.hasSuffix("\r\n\r\nThe request took too long to arrive; send it again.\n"))
            #expect(await readings.first { _ in true } == false)
        }
    }

    @Test func `a request in progress is answered before the end`() async throws {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let (released, releasing) = AsyncStream<Void>.makeStream()
        let router = Self.router()
        router.get("/slow") { _, _ in
            starting.yield()
            await released.first { _ in true }
            return "done"
        }
        try await Self.withServer(router) { port, group in
            let connection = try await RawConnection(port: port)
            async let answer = connection.exchange("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await started.first { _ in true }
            group.request()
            releasing.yield()
            #expect(try await answer.hasSuffix("\r\n\r\ndone"))
        }
    }

    @Test func `canceling the shutdown cancels a request in progress`() async throws {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let (cancels, canceling) = AsyncStream<Void>.makeStream()
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let router = Self.router()
        router.get("/forever") { _, _ in
            await withTaskCancellationHandler {
                starting.yield()
                for await _ in AsyncStream<Never>.makeStream().stream {}
            } onCancel: {
                canceling.yield()
            }
            return "late"
        }
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(port: 0), logger: Self.logger
        ) { listening.yield($0) }
        let end = Ending()
        let running = Task { try await server.run(until: end) }
        let connection = try await RawConnection(port: try #require(await ports.first { _ in true }))
        async let answer = connection.exchange("GET /forever HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await started.first { _ in true }
        end.request()
        running.cancel()
        await cancels.first { _ in true }
        try await running.value
        _ = try? await answer
    }

    @Test func `a request that never ends is canceled at the program's limit`() async throws {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let (limit, reached) = AsyncStream<Void>.makeStream()
        let router = Self.router()
        router.get("/forever") { _, _ -> String in
            starting.yield()
            await Ending().wait()
            throw CancellationError()
        }
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(port: 0), logger: Self.logger
        ) { listening.yield($0) }
        var program = ServerProgram([server], logger: Self.logger, endingWith: [])
        program.sleep = { _ in for await _ in limit {} }
        let end = Ending()
        let running = Task { [program] in try await program.run(until: end) }
        let port = try #require(await ports.first { _ in true })
        async let answer = RawConnection(port: port).exchange("GET /forever HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await started.first { _ in true }
        end.request()
        // The server waits for the request from the end of listening.
        try await until { (try? await RawConnection(port: port)) == nil }
        reached.finish()
        try await running.value
        #expect(try await answer == "")
    }

    @Test func `a port in use is named`() async throws {
        try await Self.withServer { port, _ in
            let second = HTTPServer(
                responder: Self.router().buildResponder(), at: ServerAddress(port: port), logger: Self.logger)
            let error = await #expect(throws: ListeningError.self) {
                try await ServerProgram([second], logger: Self.logger, endingWith: []).run()
            }
            #expect(error?.code == .portInUse)
            #expect(
                error?.message
                    == "port \(port) of 127.0.0.1 is in use; stop the program that uses it, or choose another port")
        }
    }

    @Test func `a program with two servers ends on a signal`() async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let servers = (0..<2).map { _ in
            HTTPServer(
                responder: Self.router().buildResponder(), at: ServerAddress(port: 0), logger: Self.logger
            ) { continuation.yield($0) }
        }
        async let program: Void = ServerProgram(servers, logger: Self.logger, endingWith: [SIGUSR1]).run()
        var iterator = ports.makeAsyncIterator()
        let first = await iterator.next()
        let second = await iterator.next()
        #expect(first != second)
        kill(getpid(), SIGUSR1)
        try await program
    }
}
