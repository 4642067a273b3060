// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import MicrosoftGraph
import OAuthMessages
import SignInProvider
import SignInTesting

@Suite struct SignInFlowTests {
    /// Returns the error of a tampered sign-in, after which nothing may be kept.
    private func failure(
        with agent: (any UserAgent)? = nil, random: RandomSource = .system,
        _ tamper: (TamperingTransport) async throws -> Void = { _ in }
    ) async throws -> any Error {
        let (tenant, transport) = try await tamperedTenant()
        try await tamper(transport)
        let storage = MemoryAccountStorage()
        let clock = tenant.clock
        let flow = SignInFlow(
            tenant.registration, keepingIn: AccountStore(storage, over: transport, time: clock.time),
            random: random)
        let chosen = agent ?? tenant.userAgent(signingIn: tenant.person)
        let error = await #expect(throws: (any Error).self) { try await Self.signIn(flow, chosen) }
        #expect(await storage.records().isEmpty)
        return try #require(error)
    }

    private static func signIn(_ flow: SignInFlow, _ agent: any UserAgent) async throws -> Account {
        try await flow.signIn(with: agent)
    }

    @Test func `an ID token of an earlier sign-in is refused`() async throws {
        let earlier = IDTokens()
        let (tenant, transport) = try await tamperedTenant()
        transport.change { request, response in
            if request.path?.hasSuffix("/token") == true { try earlier.keep(response.body) }
        }
        let flow = tenant.flow(over: transport)
        _ = try await flow.signIn(at: tenant)
        let token = try #require(earlier.all.first)
        transport.changeTokens(["id_token": token])
        await expect(Refusal.self, .nonceMismatch) { try await flow.signIn(at: tenant) }
    }

    static let tokens: [(String, (any Sendable)?, Refusal.Code)] = [
        ("id_token", nil, .idTokenMissing), ("id_token", "", .idTokenMissing),
        ("id_token", "opaque", .tokenMalformed),
        ("id_token", "eyJhbGciOiJub25lIn0.e30.", .algorithmNotAllowed),
        ("access_token", nil, .tokenResponseMalformed),
        ("token_type", "mac", .tokenTypeUnsupported),
    ]

    @Test(arguments: tokens.indices) func `a token response that was changed is refused`(_ row: Int) async throws {
        let (name, value, code) = Self.tokens[row]
        let error = try await failure { $0.changeTokens([name: value]) }
        #expect((error as? Refusal)?.code == code)
    }

    @Test func `an app that asks only for the person needs no access token`() async throws {
        let (tenant, transport) = try await tamperedTenant()
        transport.changeTokens(["access_token": nil, "refresh_token": nil])
        let storage = MemoryAccountStorage()
        let clock = tenant.clock
        let registration = ClientRegistration(
            name: "who", issuer: tenant.registration.issuer, clientID: tenant.registration.clientID,
            redirectURI: tenant.registration.redirectURI, scopes: ["openid", "profile"],
            rules: tenant.rules)
        let flow = tenant.flow(registration, over: transport, keepingIn: storage)
        let account = try await flow.signIn(at: tenant)
        #expect(account.identity.username == tenant.person.username)
        #expect(await storage.records().map(\.tokens) == [[]])
        clock.advance(by: .seconds(86_400))
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)
    }

    @Test func `an access token is not an ID token`() async throws {
        let error = try await failure { transport in
            transport.change { request, response in
                guard request.path?.hasSuffix("/token") == true else { return }
                var json = try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
                json["id_token"] = json["access_token"]
                response.body = try JSONSerialization.data(withJSONObject: json)
            }
        }
        // The tenant's access tokens are for Microsoft Graph, from the older issuer.
        #expect((error as? Refusal)?.code == .issuerMismatch)
    }

    @Test func `a clock that is a day behind is named`() async throws {
        let tenant = try await withTenant { $0 }
        let clock = tenant.clock
        let flow = SignInFlow(
            tenant.registration,
            keepingIn: AccountStore(
                MemoryAccountStorage(), over: tenant.transport, time: TimeSource { clock.now - 86_400 }))
        let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(at: tenant) }
        #expect(refusal?.code == .notYetValid || refusal?.code == .issuedInFuture)
        #expect(refusal?.message.contains("clock") == true)
    }

    static let replies: [(String, Int, String, NextAction)] = [
        ("/token", 500, "<html>", .retry(after: nil)),
        ("/token", 400, #"{"error":"invalid_client"}"#, .correctRegistration),
        (
            "/token", 400, #"{"error":"invalid_grant","error_description":"AADSTS65001: x"}"#,
            .consent(["User.Read.All"])
        ),
        ("openid-configuration", 404, "", .none), ("openid-configuration", 503, "", .retry(after: nil)),
        ("/keys", 500, "", .retry(after: nil)),
    ]

    @Test(arguments: replies)
    func `a provider's error is reported`(path: String, status: Int, body: String, action: NextAction) async throws {
        let error = try await failure {
            $0.answer { request, _ in request.path?.contains(path) == true ? .init(status, body) : nil }
        }
        #expect((error as? ServerError)?.status == status)
        #expect((error as? ServerError)?.nextAction == action)
    }

    @Test func `a provider that does not answer is an error of the transport`() async throws {
        let error = try await failure { $0.answer { _, _ in throw TransportError(.unreachable, "offline") } }
        #expect((error as? TransportError)?.code == .unreachable)
    }

    @Test func `metadata of another issuer is refused before a page is opened`() async throws {
        let error = try await failure(with: AnsweringAgent { _ in throw CancellationError() }) {
            $0.change { request, response in
                guard request.path?.contains("openid-configuration") == true else { return }
                let text = String(decoding: response.body, as: UTF8.self)
                response.body = Data(text.replacing("/v2.0\"", with: "/v2.0/\"").utf8)
            }
        }
        #expect((error as? Refusal)?.code == .metadataIssuerMismatch)
    }

    @Test(arguments: ["/openid-configuration", "/keys"])
    func `a sign-in does not open the browser if it cannot validate the response`(_ path: String) async throws {
        let agent = AnsweringAgent { _ in
            Issue.record("a page was opened")
            throw CancellationError()
        }
        let error = try await failure(with: agent) {
            $0.answer { request, _ in request.path?.contains(path) == true ? .init(503) : nil }
        }
        #expect((error as? ServerError)?.status == 503)
    }

    @Test func `a canceled sign-in is not reported as a failure of the app`() async throws {
        #expect(
            try await failure(with: AnsweringAgent { _ in throw CancellationError() }) is CancellationError)
    }

    /// The URL in place of the redirect, and the refusal.
    static let redirects: [(String, Refusal.Code)] = [
        ("https://evil.example/?code=a", .redirectMismatch), ("http://localhost/?code=a", .redirectMismatch),
        ("http://localhost:49152/?code=a", .stateMismatch),
        ("http://localhost:49152/?error=access_denied", .stateMismatch),
        ("http://localhost:49152/", .stateMismatch),
    ]

    @Test(arguments: redirects)
    func `an unrelated redirect causes no token request`(_ address: String, _ code: Refusal.Code) async throws {
        let url = try #require(URL(string: address))
        let error = try await failure(with: AnsweringAgent { _ in url }) { transport in
            transport.answer { request, _ in
                if request.path?.hasSuffix("/token") == true { Issue.record("a code was redeemed") }
                return nil
            }
        }
        #expect((error as? Refusal)?.code == code)
    }

    @Test func `an unknown code is rejected even with a valid state`() async throws {
        // The state is right, but the code belongs to another verifier.
        let agent = AnsweringAgent { url in
            let state = FormParameters(queryOf: url)?["state"] ?? ""
            return try #require(
                URL(
                    string: "http://localhost:49152/?code=1.A\(String(repeating: "a", count: 43))&state=\(state)"
                ))
        }
        #expect(try await (failure(with: agent) as? ServerError)?.code == .invalidGrant)
    }
}

@Suite struct JourneyTests {
    @Test func `a person signs in and finds a colleague`() async throws {
        let tenant = try await withTenant { $0 }
        let flow = tenant.signInFlow()
        let account = try await flow.signIn(at: tenant)
        #expect(account.identity.name == "Ana Silva")
        let session = AccountSession(account, of: tenant.registration, keptIn: flow.accounts)
        let transport = AuthorizedTransport(
            session, scopes: tenant.registration.scopes, to: tenant.graph, over: tenant.transport)
        let people = try await GraphClient(endpoint: tenant.graph, over: transport)
            .people(givenNameStartsWith: "Ana").all()
        #expect(people.count >= 4)
    }
}
