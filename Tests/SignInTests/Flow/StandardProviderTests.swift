// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import LocalTenant
import SignInProvider
import SignInTesting

@testable import SignIn

/// UserInfo, revocation, and the end of sessions at a standard provider.
@Suite struct StandardProviderTests {
    private let (flow, account, transport): (SignInFlow, Account, TamperingTransport)

    init() async throws {
        let tenant: TestTenant
        (tenant, transport) = try await tamperedTenant()
        let registration = ClientRegistration(
            name: "standard", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")),
            clientID: StandardSampleClient.nativeID, redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: ["openid", "profile", "email", "offline_access"])
        flow = tenant.flow(registration, over: transport)
        account = try await flow.signIn(at: tenant)
        transport.forget()
    }

    @Test func `UserInfo returns the claims of the signed-in user`() async throws {
        let userInfo = try await flow.userInfo(of: account)
        #expect(userInfo.subject == account.identity.subject)
        #expect(userInfo.claims.string("email")?.hasPrefix("ana.silva@") == true)
        #expect(transport.tokenRequests.isEmpty, "the token of the sign-in is the provider's own")
    }

    @Test func `UserInfo about another person is refused`() async throws {
        transport.answer(at: "/userinfo") { _, _ in
            var response = TransportResponse(200, #"{"sub":"somebody else","name":"Ana Silva"}"#)
            response.head.headerFields[.contentType] = "application/json"
            return response
        }
        await expect(Refusal.self, .subjectMismatch) { try await flow.userInfo(of: account) }
    }

    @Test func `signing out gives the refresh token back, and names the session by its ID token`() async throws {
        var record = try #require(try await flow.accounts.storage.record(account.id))
        let outcome = try await flow.signOut(account)
        #expect(outcome.states == ["open", "revoked"])
        let sent = try #require(transport.sent.first { $0.request.path?.hasSuffix("/revoke") == true }?.form)
        #expect(sent["token"] == record.refreshToken?.revealed && sent["token_type_hint"] == "refresh_token")
        let parameters = try #require(outcome.page.flatMap(FormParameters.init(queryOf:)))
        #expect(parameters["id_token_hint"] == record.idToken?.revealed && record.idToken != nil)
        // A copy of the token, as if never saved, no longer works either.
        (record.generation, record.tokens) = (0, [])
        try await flow.accounts.storage.save(record)
        await expect(Refusal.self, .signInRequired) { try await flow.session(of: account).accessToken(for: ["email"]) }
    }

    @Test func `data from another registration's provider is not sent to this one`() async throws {
        var registration = flow.registration
        registration.name = "another"
        let other = SignInFlow(registration, keepingIn: flow.accounts)
        let page = try #require(try await other.signOut(account).page)
        let asked = try #require(FormParameters(queryOf: page))
        #expect(asked["id_token_hint"] == nil && asked["logout_hint"] == nil)
        #expect(!transport.sent.contains { $0.request.path?.hasSuffix("/revoke") == true })
        #expect(try await flow.accounts.accounts().isEmpty)
    }

    @Test func `a failed revocation is reported and does not prevent the local sign-out`() async throws {
        transport.answer { request, _ in
            request.path?.hasSuffix("/revoke") == true ? TransportResponse(503, "{}") : nil
        }
        let agent = AnsweringAgent { url in
            let state = FormParameters(queryOf: url)?["state"] ?? ""
            return try #require(URL(string: "http://localhost:49152/?state=\(state)"))
        }
        let outcome = try await flow.signOut(account, with: agent)
        #expect(outcome.states == ["ended", "failed"])
        #expect((outcome.failure as? ServerError)?.status == 503)
        #expect(try await flow.accounts.accounts().isEmpty)
    }

    /// Only a deadline ends the wait at this path.
    private func beSilent(at path: String) {
        transport.answer { request, _ in
            guard request.path?.hasSuffix(path) == true else { return nil }
            let (silence, continuation) = AsyncStream<Never>.makeStream()
            for await _ in silence {}
            continuation.finish()
            throw CancellationError()
        }
    }

    /// The revocation endpoint's response before a sign-in, and whether it is about the client.
    @Test(arguments: [
        (401, #"{"error":"invalid_client"}"#, true), (400, #"{"error":"invalid_client"}"#, true),
        (400, #"{"error":"unauthorized_client"}"#, true), (401, "", false), (403, "<html>", false), (404, "", false),
        (405, "", false), (400, #"{"error":"invalid_request"}"#, false), (302, "", false), (204, "", false),
        (400, #"{"error":"unsupported_token_type"}"#, false), (200, "<html>", false), (500, "", false),
        (503, #"{"error":"temporarily_unavailable"}"#, false),
        // An intermediary, or no capacity.
        (407, #"{"error":"invalid_client"}"#, false), (408, #"{"error":"invalid_client"}"#, false),
        (425, #"{"error":"unauthorized_client"}"#, false), (429, #"{"error":"unauthorized_client"}"#, false),
        (500, #"{"error":"invalid_client"}"#, false), (503, #"{"error":"unauthorized_client"}"#, false),
    ])
    func `only an error about the client fails the check`(status: Int, body: String, isAboutClient: Bool) async throws {
        transport.answer { request, _ in
            request.path?.hasSuffix("/revoke") == true ? TransportResponse(status, body) : nil
        }
        do {
            try await flow.checkClient()
            #expect(!isAboutClient)
        } catch let error as ServerError {
            #expect(isAboutClient && error.status == status)
        }
        #expect(transport.sent.contains { $0.request.path?.hasSuffix("/revoke") == true })
    }

    @Test(.timeLimit(.minutes(1)))
    func `a revocation endpoint that does not answer holds a sign-in up for a moment only`() async throws {
        beSilent(at: "/revoke")
        func isAsked() -> Bool { transport.sent.contains { $0.request.path?.hasSuffix("/revoke") == true } }
        // A busy machine may not send the request within the shorter limits.
        for limit in [20, 200, 2000, 20_000] where !isAsked() {
            try await flow.checkClient(within: .milliseconds(limit))
        }
        #expect(isAsked())
        #expect(SignInFlow.checkLimit == .seconds(5))
    }

    /// The silent endpoint, and the reported states.
    @Test(arguments: ["/revoke", "/openid-configuration"])
    func `a provider that does not answer holds a sign-out up for a moment only`(_ path: String) async throws {
        beSilent(at: path)
        // A program that has just started has no metadata.
        let accounts = AccountStore(flow.accounts.storage, over: transport, time: flow.accounts.time)
        let outcome = try await SignInFlow(flow.registration, keepingIn: accounts)
            .signOut(account, within: .seconds(1))
        #expect((outcome.failure as? TransportError)?.code == .timedOut)
        #expect(outcome.states == [path == "/revoke" ? "open" : "failed", "failed"])
        #expect(try await flow.accounts.accounts().isEmpty)
    }
}
