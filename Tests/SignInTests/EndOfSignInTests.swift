// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct EndOfSignInTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    /// The token endpoint's response, and whether it ends the sign-in.
    static let answers: [(Int, String, Bool)] = [
        (400, #"{"error":"invalid_grant"}"#, true),
        (400, #"{"error":"invalid_grant","error_description":"AADSTS70008: expired"}"#, true),
        (400, #"{"error":"invalid_grant","error_description":"AADSTS50173: revoked","suberror":"bad_token"}"#, true),
        (400, #"{"error":"invalid_grant","suberror":"token_expired"}"#, true),
        (
            400,
            #"{"error":"invalid_grant","error_description":"AADSTS65001: consent","suberror":"consent_required"}"#,
            false
        ),
        (400, #"{"error":"invalid_grant","error_description":"AADSTS65001: consent"}"#, false),
        (
            400,
            #"{"error":"invalid_grant","error_description":"AADSTS50076: factor","suberror":"basic_action"}"#,
            false
        ),
        (400, #"{"error":"invalid_grant","error_description":"AADSTS50076: factor"}"#, false),
        (400, #"{"error":"invalid_grant","suberror":"user_password_expired"}"#, false),
        (400, #"{"error":"invalid_grant","claims":"{}"}"#, false),
        (400, #"{"error":"interaction_required","suberror":"basic_action"}"#, false),
        (400, #"{"error":"invalid_scope"}"#, false),
        (401, #"{"error":"invalid_client"}"#, false),
        (400, "", false), (401, "", false), (403, #"{"error":"access_denied"}"#, false),
        (429, "", false), (500, "", false), (503, #"{"error":"temporarily_unavailable"}"#, false),
        (502, "<html>Bad Gateway</html>", false), (401, #"{"error":"invalid_grant"}"#, true),
        (400, #"{"error":"invalid_grant","suberror":"","claims":""}"#, true),
        (408, #"{"error":"invalid_grant"}"#, false), (429, #"{"error":"invalid_grant"}"#, false),
        (502, #"{"error":"invalid_grant","error_description":"AADSTS70008: expired"}"#, false),
        (503, #"{"error":"invalid_grant","suberror":"bad_token"}"#, false),
        // Redirects of requests with secrets are not followed. RFC 9700 §4.12
        (302, "", false), (307, "", false), (308, "", false), (204, "", false), (206, "{}", false),
        (201, #"{"access_token":"a","token_type":"Bearer","refresh_token":"r"}"#, false),
    ]

    @Test(arguments: answers)
    func `which token errors end the sign-in`(status: Int, body: String, ends: Bool) async throws {
        signedIn.expire()
        let before = try await signedIn.record()
        signedIn.transport.answerTokens(status, body)
        let error = await #expect(throws: (any Error).self) { try await signedIn.token() }
        let accounts = try await signedIn.store.accounts(of: signedIn.tenant.registration)
        #expect(accounts.map(\.id) == [signedIn.account.id], "the account stays")
        #expect(accounts.map(\.needsSignIn) == [ends])
        if ends {
            let refusal = try #require(error as? Refusal)
            #expect(refusal.code == .signInRequired)
            #expect(refusal.cause is ServerError)
            let record = try #require(try await signedIn.record())
            #expect(record.tokens.isEmpty && record.refreshToken == nil)
        } else {
            #expect((error as? ServerError)?.status == status)
            #expect(try await signedIn.record() == before)
            guard status >= 500 || [408, 429].contains(status) else { return }
            #expect((error as? ServerError)?.nextAction == .retry(after: nil), "whatever its number is")
        }
    }

    @Test(
        arguments: try SourceText.codes(of: TransportError.Code.self, in: "Ground/HTTPTransport/TransportError.swift"))
    func `being offline ends nothing`(_ code: TransportError.Code) async throws {
        signedIn.expire()
        let before = try await signedIn.record()
        signedIn.transport.answer { _, _ in throw TransportError(code, "offline") }
        let session = signedIn.session()
        await expect(TransportError.self, code) { try await session.accessToken(for: signedIn.scopes) }
        #expect(try await signedIn.record() == before)
        signedIn.transport.answer(nil)
        _ = try await session.accessToken(for: signedIn.scopes)
    }

    @Test func `an ended sign-in sends no more requests, and a new sign-in replaces it`() async throws {
        signedIn.expire()
        signedIn.transport.answerTokens(400, #"{"error":"invalid_grant"}"#)
        let session = signedIn.session()
        for _ in 0..<2 {
            await expect(Refusal.self, .signInRequired) { try await session.accessToken(for: signedIn.scopes) }
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
        let again = try await signedIn.tenant.signInFlow(keepingIn: signedIn.storage).signIn(at: signedIn.tenant)
        #expect(again.id == signedIn.account.id)
        _ = try await session.accessToken(for: signedIn.scopes)
    }

    @Test func `the tenant ends the refresh token after ninety days`() async throws {
        signedIn.tenant.clock.advance(by: .seconds(91 * 86_400))
        await expect(Refusal.self, .signInRequired) { try await signedIn.token() }
    }

    @Test func `another person's ID token is refused, and nothing of it is kept`() async throws {
        let transport = TamperingTransport(signedIn.tenant.transport)
        let stolen = IDTokens()
        transport.change { request, response in
            if request.path?.hasSuffix("/token") == true { try stolen.keep(response.body) }
        }
        let flow = signedIn.tenant.flow(over: transport)
        _ = try await flow.signIn(with: signedIn.tenant.userAgent(signingIn: signedIn.tenant.otherPerson))
        let before = try await signedIn.record()
        let token = try #require(stolen.all.first)
        signedIn.transport.changeTokens(["id_token": token])
        await expect(Refusal.self, .nonceMismatch) {
            try await signedIn.session().accessToken(for: ["api://tasks/Tasks.ReadWrite"])
        }
        #expect(try await signedIn.record() == before)
    }

    @Test func `a rotated refresh token is kept when the keys cannot be fetched`() async throws {
        let before = try await signedIn.record()
        signedIn.expire()
        signedIn.transport.answer { request, _ in
            guard request.path?.contains("/keys") == true else { return nil }
            throw TransportError(.timedOut, "slow")
        }
        await expect(TransportError.self, .timedOut) { try await signedIn.token() }
        let after = try await signedIn.record()
        #expect(after?.refreshToken != before?.refreshToken)
        #expect(after?.tokens == before?.tokens, "no token of an unjudged answer is used")
    }

    @Test func `the address of the keys cannot end a sign-in`() async throws {
        let before = try await signedIn.record()
        signedIn.expire()
        signedIn.transport.answer { request, _ in
            guard request.path?.contains("/keys") == true else { return nil }
            return .init(400, #"{"error":"invalid_grant"}"#)
        }
        await expect(ServerError.self, .invalidGrant) { try await signedIn.token() }
        let after = try await signedIn.record()
        #expect(after?.refreshToken != nil)
        #expect(after?.refreshToken != before?.refreshToken)
    }
}
