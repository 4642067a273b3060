// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPMessages

@Suite struct IntrospectionTests {
    /// A provider that also introspects opaque tokens.
    private final class Introspector: Transport {
        private let provider: FakeProvider
        private let state = Mutex((status: 200, body: "", asked: [(HTTPRequest, FormParameters)]()))

        init(_ provider: FakeProvider) { self.provider = provider }

        var asked: [(HTTPRequest, FormParameters)] { state.withLock { $0.asked } }

        func answer(_ body: String, _ status: Int = 200) { state.withLock { ($0.body, $0.status) = (body, status) } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            guard request.path == "/introspect" else { return try await provider.send(request, body: body) }
            let form = FormParameters(encoded: String(decoding: body, as: UTF8.self)) ?? [:]
            // Others come while this one is in progress.
            for _ in 0..<20 { await Task.yield() }
            return state.withLock { state in
                state.asked.append((request, form))
                return TransportResponse(
                    head: HTTPResponse(status: .init(code: state.status)), body: Data(state.body.utf8))
            }
        }
    }

    private let provider: FakeProvider
    private let server: Introspector
    private let clock = TestClock()
    private let protection: BearerProtection

    init() throws {
        (provider, server, protection) = try Self.make(clock)
        server.answer(answer())
    }

    private static func make(
        _ clock: TestClock, about tokens: TokenIntrospection.Tokens = .opaque
    ) throws -> (FakeProvider, Introspector, BearerProtection) {
        let provider = try FakeProvider()
        let server = Introspector(provider)
        var accepted = AcceptedTokens(
            from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"]))
        accepted.introspection = TokenIntrospection(
            at: URL(constant: "https://login.example/introspect"), as: "tasks api",
            authentication: ClientAuthentication(secret: "s:ecret"), about: tokens)
        return (
            provider, server,
            BearerProtection(accepting: [accepted], over: server, time: TimeSource { clock.now })
        )
    }

    private func answer(_ changes: [String: String?] = [:]) -> String {
        let now = Int(clock.now.timeIntervalSince1970)
        var members = [
            "active": "true", "sub": #""alice""#, "client_id": #""the-app""#, "aud": #""api://tasks""#,
            "scope": #""Tasks.ReadWrite""#, "exp": "\(now + 3600)", "iat": "\(now)",
        ]
        for (name, value) in changes { members[name] = value }
        return "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
    }

    private func ask(_ token: String = "opaque-1") async throws -> Caller {
        try await protection.caller(of: [.authorization: "Bearer \(token)"] as HTTPFields)
    }

    @Test func `an opaque token is asked about, by an API that proves itself`() async throws {
        let caller = try await ask()
        #expect(caller.subject == "alice" && caller.clientID == "the-app" && caller.allows("Tasks.ReadWrite"))
        #expect(caller.issuer == FakeProvider.issuerText)
        let (request, form) = try #require(server.asked.first)
        #expect(form["token"] == "opaque-1")
        let pair = Data("tasks%20api:s%3Aecret".utf8).base64EncodedString()
        #expect(request.headerFields[.authorization] == "Basic \(pair)")
    }

    static let refused: [(String, String?)] = [
        ("active", "false"), ("aud", #""api://mail""#), ("aud", nil), ("exp", nil), ("exp", "1767950000"),
        ("sub", nil), ("client_id", nil), ("iss", #""https://evil.example""#), ("nbf", "1767990000"),
        ("cnf", #"{"jkt":"x"}"#),
    ]

    @Test(arguments: refused)
    func `an introspection response is validated like a token`(_ name: String, _ value: String?) async throws {
        server.answer(answer([name: value]))
        let challenge = await #expect(throws: BearerChallenge.self) { try await ask() }
        #expect(challenge?.status == .unauthorized)
    }

    /// An empty member counts as absent; one of another type does not.
    @Test(
        arguments: [
            (nil, true), ("\"\"", true), ("null", true), ("\"\(FakeProvider.issuerText)\"", true), ("7", false),
            ("[]", false), ("\" \"", false), ("\"https://other.example\"", false),
        ] as [(String?, Bool)])
    func `an answer without an issuer is the provider's own`(_ issuer: String?, _ isAccepted: Bool) async throws {
        server.answer(answer(["iss": issuer]))
        do {
            #expect(try await ask().issuer == FakeProvider.issuerText)
            #expect(isAccepted)
        } catch is BearerChallenge {
            #expect(!isAccepted)
        }
    }

    @Test(arguments: [
        ("", 200), ("[]", 200), ("{}", 200), (#"{"active":"true"}"#, 200), (#"{"active":true}"#, 401), ("", 500),
    ])
    func `a malformed introspection response is a provider error`(_ body: String, _ status: Int) async throws {
        server.answer(body, status)
        await #expect(throws: ProviderUnavailable.self) { try await ask() }
    }

    @Test func `a herd with one token asks once, and again after a minute`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await ask() } }
            try await group.waitForAll()
        }
        clock.advance(by: 59)
        _ = try await ask()
        #expect(server.asked.count == 1)
        clock.advance(by: 1)
        _ = try await ask()
        #expect(server.asked.count == 2)
    }

    @Test func `an answer is not used longer than the token lives`() async throws {
        server.answer(answer(["exp": "\(Int(clock.now.timeIntervalSince1970) + 1 - 300)"]))
        _ = try await ask()
        clock.advance(by: 1)
        _ = try? await ask()
        #expect(server.asked.count == 2)
    }

    @Test func `a rejected token is introspected again after ten seconds`() async throws {
        server.answer(#"{"active":false}"#)
        for seconds in [0.0, 9, 1] {
            clock.advance(by: seconds)
            await #expect(throws: BearerChallenge.self) { try await ask() }
        }
        #expect(server.asked.count == 2)
    }

    @Test func `a token that the API can read is not asked about, unless each is`() async throws {
        let token = try TokenDraft(from: provider, at: clock.now).signed()
        _ = try await ask(token)
        #expect(server.asked.isEmpty)
        let (_, strict, protection) = try Self.make(clock, about: .every)
        strict.answer(#"{"active":false}"#)
        await #expect(throws: BearerChallenge.self) {
            try await protection.caller(of: [.authorization: "Bearer \(token)"] as HTTPFields)
        }
        #expect(strict.asked.count == 1)
        // A forged token causes no request.
        await #expect(throws: BearerChallenge.self) {
            try await protection.caller(of: [.authorization: "Bearer \(token.dropLast(4))AAAA"] as HTTPFields)
        }
        #expect(strict.asked.count == 1)
    }
}
