// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import OAuthMessages
import SignInProvider
import SignInTesting

@Suite struct DeviceCodeTests {
    enum Reply: Sendable {
        case error(String)
        case status(Int, String = "", retryAfter: String? = nil)
        case lost(TransportError.Code)
        case tokens
    }

    static let authorization = #"""
        {"device_code":"d","user_code":"FRWQDE7YL","verification_uri":"http://localhost:4400/devicelogin",
        "expires_in":900,"interval":5,"message":"Go there."}
        """#

    struct Outcome {
        var result: Result<Account, any Error>
        var pauses: [Duration]
        var shown: [String]
        var kept: [AccountRecord]
        var questions: [FormParameters]
    }

    /// Signs in with a device code and these responses; pauses advance the clock.
    private func run(
        _ replies: [Reply], authorization: String = authorization, endpoint: String? = "/devicecode",
        tampering: (@Sendable (inout [String: Any]) -> Void)? = nil
    ) async throws -> Outcome {
        let tenant = try await withTenant { $0 }
        let (transport, clock) = (TamperingTransport(tenant.transport), tenant.clock)
        let tokens = try await Self.tokens(of: tenant)
        let rest = Mutex(replies)
        transport.changeMetadata([
            "device_authorization_endpoint": endpoint.map { "http://localhost:4400\($0)" }
        ])
        transport.answer { request, _ in
            if request.path == "/devicecode" { return .init(200, authorization) }
            guard request.path?.hasSuffix("/token") == true else { return nil }
            switch rest.withLock({ $0.isEmpty ? .error("invalid_request") : $0.removeFirst() }) {
            case .error(let code): return .init(400, #"{"error":"\#(code)"}"#)
            case .status(let status, let body, let delay):
                return TransportResponse(status, body, fields: delay.map { [.retryAfter: $0] } ?? [:])
            case .lost(let code): throw TransportError(code, "gone")
            case .tokens:
                var json = try JSONSerialization.jsonObject(with: tokens) as? [String: Any] ?? [:]
                tampering?(&json)
                return .init(200, String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self))
            }
        }
        let storage = MemoryAccountStorage()
        let pauses = Mutex<[Duration]>([])
        let time = TimeSource(
            date: clock.time.date, elapsed: clock.time.elapsed,
            sleep: { pause in
                pauses.withLock { $0.append(pause) }
                clock.advance(by: pause)
            })
        let flow = SignInFlow(
            tenant.registration, keepingIn: AccountStore(storage, over: transport, time: time))
        let shown = Mutex<[String]>([])
        var result: Result<Account, any Error>
        do {
            result = .success(
                try await flow.signInWithDeviceCode { authorization in
                    shown.withLock { $0.append(authorization.userCode) }
                })
        } catch {
            result = .failure(error)
        }
        return Outcome(
            result: result, pauses: pauses.withLock { $0 }, shown: shown.withLock { $0 },
            kept: await storage.records(), questions: transport.tokenRequests.compactMap(\.form))
    }

    /// The tenant's valid response to a sign-in.
    static func tokens(of tenant: TestTenant, signingIn person: TestPerson? = nil) async throws -> Data {
        let transport = TamperingTransport(tenant.transport)
        let tokens = Mutex(Data())
        transport.change { request, response in
            if request.path?.hasSuffix("/token") == true { tokens.withLock { $0 = response.body } }
        }
        _ = try await tenant.flow(over: transport).signIn(with: tenant.userAgent(signingIn: person ?? tenant.person))
        return tokens.withLock { $0 }
    }

    @Test func `a person who answers is signed in and kept`() async throws {
        let outcome = try await run([.error("authorization_pending"), .error("authorization_pending"), .tokens])
        let account = try outcome.result.get()
        #expect((outcome.shown, outcome.pauses) == (["FRWQDE7YL"], [.seconds(5), .seconds(5), .seconds(5)]))
        #expect(outcome.kept.map(\.id) == [account.id])
        #expect(outcome.kept.first?.refreshToken != nil)
        // It comes from a browser sign-in, whose nonce a refresh may repeat.
        #expect(outcome.kept.first?.nonce?.revealed.isEmpty == false)
        #expect(outcome.questions.allSatisfy { $0["device_code"] == "d" && $0["scope"] == nil })
    }

    /// The responses, and the pauses in seconds.
    static let pauses: [([Reply], [Int])] = [
        ([.error("slow_down"), .error("authorization_pending"), .error("slow_down"), .tokens], [5, 10, 10, 15]),
        ([.lost(.timedOut), .lost(.timedOut), .error("authorization_pending"), .tokens], [5, 10, 20, 20]),
        ([.lost(.unreachable), .lost(.connectionLost), .tokens], [5, 10, 20]),
        ([.lost(.outOfResources), .tokens], [5, 10]),
        ([.status(503), .error("temporarily_unavailable"), .tokens], [5, 10, 20]),
        ([.status(503, retryAfter: "60"), .error("authorization_pending"), .tokens], [5, 60, 60]),
        ([.status(429, retryAfter: "1"), .tokens], [5, 10]),
        ([.status(408), .status(511), .tokens], [5, 10, 20]),
        // An intermediary's JSON
        ([.status(502, #"{"error":"access_denied"}"#), .status(503, #"{"error":"down"}"#), .tokens], [5, 10, 20]),
        (
            [.status(408, #"{"error":"invalid_grant"}"#), .status(500, #"{"error":"expired_token"}"#), .tokens],
            [5, 10, 20]
        ),
    ]

    @Test(arguments: pauses.indices) func `polling waits as long as the provider requests`(_ row: Int) async throws {
        let outcome = try await run(Self.pauses[row].0)
        _ = try outcome.result.get()
        #expect(outcome.pauses == Self.pauses[row].1.map { .seconds($0) })
    }

    /// The error that ends the polling, and the next action.
    static let ends: [(String, NextAction)] = [
        ("authorization_declined", .acceptCancellation), ("access_denied", .acceptCancellation),
        ("expired_token", .signInAgain), ("bad_verification_code", .signInAgain),
        ("invalid_client", .correctRegistration), ("invalid_grant", .signInAgain),
    ]

    @Test(arguments: ends) func `a response ends the wait`(_ code: String, _ action: NextAction) async throws {
        let outcome = try await run([.error("authorization_pending"), .error(code)])
        let error = #expect(throws: ServerError.self) { try outcome.result.get() }
        #expect((error?.code.rawValue, error?.nextAction) == (code, action))
        #expect(outcome.kept.isEmpty)
        #expect(outcome.questions.count == 2)
    }

    /// Google uses these statuses.
    @Test(arguments: [400, 401, 403, 428])
    func `a no is the person's with any status of a provider`(_ status: Int) async throws {
        let outcome = try await run([.status(status, #"{"error":"access_denied"}"#)])
        let error = #expect(throws: ServerError.self) { try outcome.result.get() }
        #expect(error?.status == status && error?.nextAction == .acceptCancellation)
    }

    @Test func `polling ends when the code expires`() async throws {
        let outcome = try await run(Array(repeating: .error("authorization_pending"), count: 1000))
        expectNow(Refusal.self, .deviceCodeExpired) { try outcome.result.get() }
        #expect(outcome.questions.count == 900 / 5 - 1)
    }

    /// The endpoint, the device authorization, and the refusal, before anything is shown.
    static let refused: [(String?, String, Refusal.Code)] = [
        (nil, authorization, .deviceAuthorizationUnsupported),
        ("/devicecode", "{}", .deviceAuthorizationMalformed),
        (
            "/devicecode", authorization.replacing("http://localhost:4400", with: "http://evil.example"),
            .addressInsecure
        ),
        (
            "/devicecode", authorization.replacing("http://localhost:4400", with: "javascript://x"),
            .addressInsecure
        ),
        (
            "/devicecode",
            authorization.replacing("{", with: #"{"verification_uri_complete":"http://evil.example/?c=F","#),
            .addressInsecure
        ),
    ]

    @Test(arguments: refused) func `a code with an unsafe address is not shown`(
        endpoint: String?, authorization: String, code: Refusal.Code
    ) async throws {
        let outcome = try await run([.tokens], authorization: authorization, endpoint: endpoint)
        expectNow(Refusal.self, code) { try outcome.result.get() }
        #expect(outcome.shown.isEmpty)
        #expect(outcome.questions.isEmpty)
    }

    @Test func `every code of a device authorization has a row`() throws {
        let codes = try SourceText.refusals(
            of: "Client/SignIn/Tokens/TokenEndpoint.swift deviceAuthorization",
            "Ground/OAuthMessages/Authorization/DeviceAuthorization.swift",
            "Client/SignInProvider/Metadata/ProviderMetadata.swift secure")
        #expect(Set(Self.refused.map(\.2)) == codes)
        #expect(try SourceText.refusals(of: "Client/SignIn/Flow/DevicePolling.swift") == [.deviceCodeExpired])
    }

    /// The change to the token response, and the refusal.
    static let spoiled: [(@Sendable (inout [String: Any]) -> Void, Refusal.Code)] = [
        ({ $0["id_token"] = nil }, .idTokenMissing),
        ({ $0["id_token"] = ($0["id_token"] as? String).map { $0.dropLast(4) + "AAAA" } }, .signatureInvalid),
        ({ $0["id_token"] = $0["access_token"] }, .issuerMismatch),
        ({ $0["access_token"] = nil }, .tokenResponseMalformed),
    ]

    @Test(arguments: spoiled.indices) func `tokens are judged as those of any sign-in`(_ row: Int) async throws {
        let outcome = try await run([.tokens], tampering: Self.spoiled[row].0)
        expectNow(Refusal.self, Self.spoiled[row].1) { try outcome.result.get() }
        #expect(outcome.kept.isEmpty)
    }

    @Test func `canceling stops the polling`() async throws {
        let (tenant, transport) = try await tamperedTenant()
        transport.changeMetadata(["device_authorization_endpoint": "http://localhost:4400/devicecode"])
        transport.answer { request, _ in request.path == "/devicecode" ? .init(200, Self.authorization) : nil }
        let time = TimeSource(
            date: tenant.clock.time.date, elapsed: tenant.clock.time.elapsed,
            sleep: { _ in throw CancellationError() })
        let flow = SignInFlow(
            tenant.registration, keepingIn: AccountStore(MemoryAccountStorage(), over: transport, time: time))
        await #expect(throws: CancellationError.self) { try await flow.signInWithDeviceCode { _ in } }
        #expect(transport.tokenRequests.isEmpty)
    }
}
