// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

private final class SkippingClock: Sendable {
    /// A start other than zero shows whether times count from it.
    private let time = Mutex(Duration.seconds(3600))
    private let waits = Mutex<[Duration]>([])

    var elapsed: Duration { time.withLock { $0 } }
    var waited: [Duration] { waits.withLock { $0 } }

    func wait(_ duration: Duration) {
        waits.withLock { $0.append(duration) }
        advance(by: duration)
    }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

@Suite struct RetryingTransportTests {
    private static func request(_ method: HTTPRequest.Method = .get, key: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "https", authority: "api.example", path: "/tasks?secret=1")
        if let key, let name = HTTPField.Name("Idempotency-Key") { request.headerFields[name] = key }
        return request
    }

    private let clock = SkippingClock()

    private func patient(
        _ transport: any Transport, _ policy: RetryPolicy = RetryPolicy(), jitter: Double = 1,
        reporting report: @escaping @Sendable (RetryEvent) -> Void = { _ in }
    ) -> RetryingTransport {
        RetryingTransport(
            over: transport, policy: policy, date: { Date(timeIntervalSince1970: 784_111_777) },
            elapsed: { [clock] in clock.elapsed }, sleep: { [clock] in clock.wait($0) }, jitter: { jitter },
            reporting: report)
    }

    @Test(arguments: [408, 425, 429, 502, 503, 504])
    func `a failure that may pass is tried again`(_ status: Int) async throws {
        let stub = StubTransport([.success(TransportResponse(status)), .success(TransportResponse(200))])
        #expect(try await patient(stub).send(Self.request()).status == .ok)
        #expect(stub.requests.count == 2)
        #expect(clock.waited == [.milliseconds(500)])
    }

    @Test(arguments: [200, 304, 400, 401, 404, 407, 409, 424, 426, 428, 500, 501, 505])
    func `any other status is an answer`(_ status: Int) async throws {
        let stub = StubTransport([.success(TransportResponse(status))])
        #expect(try await patient(stub).send(Self.request()).status.code == status)
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: [
        (TransportError.Code.connectionLost, 4), (.unreachable, 4), (.timedOut, 1), (.untrusted, 1),
        (.responseTooLarge, 1), (.unusableTarget, 1), (.unusableBody, 1), (.unusableProxy, 1), (.outOfResources, 1),
    ])
    func `only a lost connection is retried`(code: TransportError.Code, attempts: Int) async throws {
        let stub = StubTransport([.failure(TransportError(code, "no"))])
        let error = await #expect(throws: TransportError.self) { try await patient(stub).send(Self.request()) }
        #expect(error?.code == code)
        #expect(stub.requests.count == attempts)
    }

    @Test func `a cancellation ends the attempts`() async throws {
        let stub = StubTransport { _, _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await patient(stub).send(Self.request()) }
        #expect(stub.requests.count == 1)
    }

    static let methods: [(HTTPRequest.Method, Int)] = [
        (.get, 2), (.head, 2), (.options, 2), (.trace, 2), (.put, 2), (.delete, 2), (.post, 1), (.patch, 1),
        (.connect, 1),
    ]

    @Test(arguments: methods)
    func `only idempotent requests are sent twice`(method: HTTPRequest.Method, attempts: Int) async throws {
        let answers = [Result<_, TransportError>.success(TransportResponse(503)), .success(TransportResponse(200))]
        let stub = StubTransport(answers)
        _ = try await patient(stub).send(Self.request(method), body: Data("x".utf8))
        #expect(stub.bodies == Array(repeating: Data("x".utf8), count: attempts))
        let keyed = StubTransport(answers)
        #expect(try await patient(keyed).send(Self.request(method, key: "\"8e03978e\"")).status == .ok)
    }

    @Test func `a proof of possession is sent once`() async throws {
        var request = Self.request()
        request.headerFields[try #require(HTTPField.Name("DPoP"))] = "proof"
        let stub = StubTransport([.success(TransportResponse(503))])
        #expect(try await patient(stub).send(request).status.code == 503)
        #expect(stub.requests.count == 1 && clock.waited.isEmpty)
    }

    @Test func `the waits double, up to a limit, and jitter takes a part of them`() async throws {
        var policy = RetryPolicy()
        policy.maximumAttempts = 9
        policy.longestDelay = .seconds(4)
        let stub = StubTransport([.success(TransportResponse(503))])
        #expect(try await patient(stub, policy, jitter: 0.5).send(Self.request()).status.code == 503)
        #expect(clock.waited == [0.25, 0.5, 1, 2, 2, 2, 2, 2].map { .seconds($0) })
        #expect(stub.requests.count == 9)
    }

    @Test(arguments: [
        ("7", 7.0), ("0", 0.5), ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:30 GMT", 0.5),
        ("soon", 0.5),
    ])
    func `honors the delay that the server requests`(_ text: String, _ seconds: Double) async throws {
        let stub = StubTransport([
            .success(TransportResponse(429, [.retryAfter: text])), .success(TransportResponse(200)),
        ])
        #expect(try await patient(stub).send(Self.request()).status == .ok)
        #expect(clock.waited == [.seconds(seconds)])
    }

    @Test(arguments: [(59, 2), (60, 1), (3600, 1)])
    func `a wait that would outlast the deadline is not begun`(_ seconds: Int, _ attempts: Int) async throws {
        let stub = StubTransport([
            .success(TransportResponse(503, [.retryAfter: "\(seconds)"], "busy")), .success(TransportResponse(200)),
        ])
        #expect(try await patient(stub).send(Self.request()).body == Data((attempts == 1 ? "busy" : "").utf8))
        #expect(stub.requests.count == attempts)
    }

    @Test func `the limit includes the time of the attempts`() async throws {
        let stub = StubTransport { [clock] _, _ in
            clock.advance(by: .seconds(59.6))
            return TransportResponse(503)
        }
        #expect(try await patient(stub).send(Self.request()).status.code == 503)
        #expect(stub.requests.count == 1)
    }

    @Test func `each repetition is reported, without the query`() async throws {
        let events = Mutex<[RetryEvent]>([])
        let stub = StubTransport([
            .success(TransportResponse(503)), .failure(TransportError(.connectionLost, "gone")),
            .success(TransportResponse(200)),
        ])
        _ = try await patient(stub) { event in events.withLock { $0.append(event) } }.send(Self.request())
        let reported = events.withLock { $0 }
        #expect(reported.map(\.attempt) == [1, 2])
        #expect(reported.map { "\($0.reason)" } == ["503", "connectionLost"])
        #expect(reported.map(\.delay) == [.milliseconds(500), .seconds(1)])
        #expect(reported.allSatisfy { $0.method == .get && $0.server == "https://api.example" })
    }

    @Test(arguments: [true, false])
    func `an upload is resent if its content can be read again`(_ isRepeatable: Bool) async throws {
        let script: ScriptedServer.Script = { number, connection, log in
            _ = await connection.head()
            log.note("\(await connection.content(1 << 20))")
            if number == 0 { return }  // hangs up
            try await connection.write(RawServer.response("200 OK", "x"))
        }
        try await ScriptedServer.with(script) { server, transport in
            let content = ByteChunks(Data(count: 1 << 20))
            let body: RequestBody =
                isRepeatable
                ? .chunks(length: 1 << 20) { content } : .once(content, length: 1 << 20)
            func put() async throws -> HTTPResponse.Status {
                try await patient(transport).stream(server.request(method: .put), body: body).status
            }
            if isRepeatable {
                let status = try await put()
                #expect(status == .ok)
                #expect(server.notes == ["1048576", "1048576"])
            } else {
                await expect(.connectionLost) { try await put() }
                #expect(server.notes == ["1048576"])
            }
        }
    }
}
