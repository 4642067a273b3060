// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import SampleServers
import SignInTesting

@Suite struct StormTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private static func me(_ tenant: TestTenant) -> HTTPRequest {
        HTTPRequest(url: tenant.graph.appending(path: "me"))
    }

    private static func patient(
        _ signedIn: SignedIn, noting note: @escaping @Sendable (RetryEvent) -> Void = { _ in }
    ) -> RetryingTransport {
        let clock = signedIn.tenant.clock
        let authorized = AuthorizedTransport(
            signedIn.session(), scopes: signedIn.scopes, to: signedIn.tenant.graph, over: signedIn.transport)
        return RetryingTransport(
            over: authorized, date: { clock.now }, elapsed: clock.time.elapsed,
            sleep: { clock.advance(by: $0) }, jitter: { 1 }, reporting: note)
    }

    private static func hits(_ tenant: TestTenant) async throws -> Int {
        try await tenant.faults().map(\.hits).reduce(0, +)
    }

    @Test func `Graph's storm of 429 is sat out with its own waits, and the token stays`() async throws {
        let waits = Mutex<[Duration]>([])
        try await signedIn.tenant.inject(.failure(.tooManyRequests, retryAfter: 7), at: .graph, next: 3)
        let transport = Self.patient(signedIn) { event in waits.withLock { $0.append(event.delay) } }
        #expect(try await transport.send(Self.me(signedIn.tenant)).status == .ok)
        #expect(waits.withLock { $0 } == Array(repeating: .seconds(7), count: 3))
        #expect(signedIn.transport.tokenRequests.isEmpty)
    }

    @Test func `a storm without end is the response after four attempts`() async throws {
        try await signedIn.tenant.inject(.failure(.tooManyRequests, retryAfter: 7), at: .graph)
        let response = try await Self.patient(signedIn).send(Self.me(signedIn.tenant))
        #expect(response.status == .tooManyRequests)
        #expect(response.retryAfter(now: signedIn.tenant.clock.now) == .seconds(7))
        #expect(try await Self.hits(signedIn.tenant) == 4)
    }

    @Test func `a herd meets the token endpoint's 429 with one request, and waits together`() async throws {
        signedIn.expire()
        let tenant = signedIn.tenant
        try await tenant.inject(.failure(.tooManyRequests, retryAfter: 30), at: .token, next: 1)
        let session = signedIn.session()
        for _ in 0..<2 {
            let outcomes = await withTaskGroup(of: Outcome.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        await Outcome { _ = try await session.accessToken(for: signedIn.scopes) }
                    }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(outcomes == [.server("temporarily_unavailable", .retry(after: .seconds(30)))])
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
        tenant.clock.advance(by: .seconds(30))
        #expect(try await Self.patient(signedIn).send(Self.me(tenant)).status == .ok)
    }

    @Test func `tokens that Graph never accepts cause one refresh, and no loop`() async throws {
        signedIn.expire()
        try await signedIn.tenant.inject(.accessToken(.wrongAudience))
        let transport = Self.patient(signedIn)
        for _ in 0..<3 {
            #expect(try await transport.send(Self.me(signedIn.tenant)).status == .unauthorized)
        }
        let graph = signedIn.transport.sent.filter { $0.request.path == "/v1.0/me" }
        #expect(signedIn.transport.tokenRequests.count == 1, "a token of this second is not replaced")
        #expect(graph.count == 3)
        #expect(try await signedIn.record()?.refreshToken != nil, "an API's refusal ends no sign-in")
    }

    // MARK: A session that ends during an upload

    /// Accepts uploads in Graph's place; during the first, an administrator revokes the person's session.
    private final class InterruptedUpload: Transport {
        private let tenant: TestTenant
        private let state = Mutex((uploads: 0, pieces: [Int]()))

        init(_ tenant: TestTenant) { self.tenant = tenant }

        var pieces: [Int] { state.withLock { $0.pieces } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            try await tenant.transport.send(request, body: body)
        }

        func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
            let isFirst = state.withLock { state in
                state.uploads += 1
                return state.uploads == 1
            }
            var count = 0
            for try await _ in try body.chunks() {
                count += 1
                guard isFirst, count == 3 else { continue }
                tenant.clock.advance(by: .seconds(2))
                try await AccessControl.revocation.enforce(on: tenant.person.id, at: tenant.administration)
                break
            }
            state.withLock { $0.pieces.append(count) }
            // Graph itself validates the token.
            var judged = StormTests.me(tenant)
            judged.headerFields[.authorization] = request.headerFields[.authorization]
            let response = try await send(judged, body: Data())
            return StreamedResponse(head: response.head, body: ByteChunks(response.body))
        }
    }

    private static func upload(
        _ body: RequestBody,
        _ check: (StreamedResponse, InterruptedUpload, _ next: () async throws -> StreamedResponse) async throws -> Void
    ) async throws {
        let tenant = try await withTenant { $0 }
        var registration = tenant.registration
        registration.clientCapabilities = ["cp1"]
        let api = InterruptedUpload(tenant)
        let accounts = AccountStore(
            MemoryAccountStorage(), registrations: [registration], over: api, time: tenant.clock.time)
        let flow = SignInFlow(registration, keepingIn: accounts)
        let agent = tenant.userAgent(signingIn: tenant.person)
        let account = try await flow.signIn(with: agent)
        let transport = flow.authorizedTransport(
            for: account, scopes: registration.scopes, to: tenant.graph, answeringChallengesWith: agent)
        let request = HTTPRequest(method: .put, url: tenant.graph.appending(path: "me/photo/$value"))
        let response = try await transport.stream(request, body: body)
        try await check(response, api) {
            try await transport.stream(request, body: .bytes(Data("piece".utf8)))
        }
    }

    @Sendable private static func pieces() -> ByteChunks {
        ByteChunks(
            AsyncStream { continuation in
                for _ in 0..<10 { continuation.yield(Data("piece".utf8)) }
                continuation.finish()
            })
    }

    @Test func `a repeatable upload restarts after the user has signed in`() async throws {
        try await Self.upload(.chunks(Self.pieces)) { response, api, _ in
            #expect(response.status == .ok)
            #expect(api.pieces == [3, 10])
        }
    }

    @Test
    func `an upload that cannot is the caller's, with Graph's challenge, and the next request signs in`() async throws {
        try await Self.upload(.once(Self.pieces())) { response, api, next in
            #expect(response.status == .unauthorized)
            #expect(response.head.headerFields[.wwwAuthenticate]?.contains("insufficient_claims") == true)
            #expect(api.pieces == [3])
            let last = try await next()
            #expect(last.status == .ok)
        }
    }
}
