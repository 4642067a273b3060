// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInTesting

@testable import SignIn

@Suite struct GrantedScopeTests {
    private let (signedIn, store, registration): (SignedIn, AccountStore, ClientRegistration)

    init() async throws { (signedIn, store, registration) = try await Self.signedIn() }

    /// Two APIs at a standard provider, with a sample of their tokens.
    private static func signedIn() async throws -> (SignedIn, AccountStore, ClientRegistration) {
        let signedIn = try await SignedIn()
        var registration = signedIn.tenant.registration.asking(for: ["api1/read", "api2/read"])
        registration.rules.sendsScopesToTokenEndpoint = false
        var record = try #require(try await signedIn.record())
        record.grantedScopes = registration.scopes
        record.tokens = []
        try await signedIn.storage.save(record)
        let store = AccountStore(
            signedIn.storage, registrations: [registration], over: signedIn.transport,
            time: signedIn.tenant.clock.time)
        return (signedIn, store, registration)
    }

    private func answer(_ signedIn: SignedIn, _ token: String, scope: String?) {
        let members = scope.map { #","scope":"\#($0)""# } ?? ""
        signedIn.transport.answerTokens(
            200, #"{"access_token":"\#(token)","token_type":"Bearer","expires_in":3600\#(members)}"#)
    }

    @Test func `all that was granted is asked for without saying it, a part is said`() async throws {
        answer(signedIn, "all", scope: nil)
        let all = try await store.token(for: signedIn.account, scopes: registration.scopes)
        #expect(all.revealed == "all")
        #expect(signedIn.transport.tokenRequests.last?.form?["scope"] == nil)
        answer(signedIn, "one", scope: "api1/read openid")
        let one = try await store.token(for: signedIn.account, scopes: ["api1/read"])
        #expect(one.revealed == "one")
        #expect(signedIn.transport.tokenRequests.last?.form?["scope"]?.hasPrefix("api1/read ") == true)
        #expect(try await store.token(for: signedIn.account, scopes: registration.scopes) == all)
    }

    @Test func `a token for an API other than the requested one is not returned`() async throws {
        answer(signedIn, "one", scope: "api1/read")
        let refusal = await expect(Refusal.self, .scopeNotGranted) {
            try await store.token(for: signedIn.account, scopes: ["api2/read"])
        }
        #expect(refusal?.message.contains("api2/read") == true)
        #expect(try await store.account(signedIn.account.id)?.needsSignIn == false)
    }

    /// Granted scopes, requested scopes, and the scopes that are sent; `nil` without a request.
    static let questions: [(String, ScopeSet, String?)] = [
        ("openid api1/read", ["api1/read"], ""), ("openid api1/read", ["api1/read", "api2/read"], nil),
        ("openid api1/read", ["api2/read"], nil), ("openid api1/read", [], "openid"),
        ("openid profile api1/read api2/read", ["api1/read"], "api1/read openid profile"),
        ("openid api1/read api2/read", ["api2/read"], "api2/read openid"), ("openid", ["api1/read"], nil),
        ("API1/read openid", ["api1/read"], nil),
    ]

    @Test(arguments: questions) func `a refresh requests only granted scopes, and the account stays`(
        granted: String, asked: ScopeSet, sent: String?
    ) async throws {
        var record = try #require(try await signedIn.record())
        record.grantedScopes = ScopeSet(text: granted)
        try await signedIn.storage.save(record)
        answer(signedIn, "new", scope: nil)
        let count = signedIn.transport.tokenRequests.count
        let result: Result<Redacted<String>, any Error>
        do { result = .success(try await store.token(for: signedIn.account, scopes: asked)) } catch {
            result = .failure(error)
        }
        if let sent {
            #expect(try result.get().revealed == "new")
            #expect(signedIn.transport.tokenRequests.last?.form?["scope"] ?? "" == sent)
        } else {
            let refusal = #expect(throws: Refusal.self) { try result.get() }
            #expect(refusal?.code == .scopeNotGranted && refusal?.nextAction == .consent([]))
            #expect(signedIn.transport.tokenRequests.count == count, "the provider is not asked")
        }
        #expect(try await store.account(signedIn.account.id)?.needsSignIn == false)
    }

    /// The scopes of the token response, and the account's share of two permissions and four scopes.
    @Test(
        arguments: [
            (nil, "openid profile offline_access api1/read api2/read"),
            ("", "openid profile offline_access api1/read api2/read"),
            ("api1/read", "api1/read openid profile offline_access"),
            ("openid api1/read", "api1/read openid offline_access"),
            ("openid profile api2/read api1/read", "api1/read api2/read openid profile offline_access"),
            ("openid", "openid offline_access"),
            // Google's names of `email` and `profile`
            (
                "openid https://www.googleapis.com/auth/userinfo.profile",
                "https://www.googleapis.com/auth/userinfo.profile openid profile offline_access"
            ),
        ] as [(String?, String)])
    func `an account has what the provider names`(_ told: String?, _ granted: String) async throws {
        var registration = registration
        let asked: ScopeSet = ["openid", "profile", "offline_access", "api1/read", "api2/read"]
        let scope = told.map { #","scope":"\#($0)""# } ?? ""
        let response = try TokenResponse(
            status: 200, body: Data(#"{"access_token":"a","token_type":"Bearer"\#(scope)}"#.utf8))
        #expect(response.consented(asking: asked, of: registration).text == granted)
        registration.rules.sendsScopesToTokenEndpoint = true
        #expect(response.consented(asking: asked, of: registration) == asked)
    }

    @Test(arguments: ["[\"api1/read\"]", "7"])
    func `a scope of another form hides no token`(_ scope: String) async throws {
        signedIn.transport.answerTokens(
            200,
            #"{"access_token":"one","token_type":"bearer","expires_in":"60","refresh_token":"next","scope":\#(scope)}"#
        )
        #expect(try await store.token(for: signedIn.account, scopes: ["api1/read"]).revealed == "one")
        #expect(try await signedIn.record()?.refreshToken?.revealed == "next")
    }

    @Test(arguments: [
        (#"{"access_token":"a","token_type":"mac","refresh_token":"next"}"#, Refusal.Code.tokenTypeUnsupported),
        (#"{"refresh_token":"next"}"#, .tokenResponseMalformed),
        (#"{"access_token":"a","token_type":"bearer","id_token":7,"refresh_token":"next"}"#, .tokenResponseMalformed),
    ])
    func `the refresh token of an unusable response is kept`(answer: String, code: Refusal.Code) async throws {
        signedIn.transport.answerTokens(200, answer)
        await expect(Refusal.self, code) { try await store.token(for: signedIn.account, scopes: ["api1/read"]) }
        #expect(try await signedIn.record()?.refreshToken?.revealed == "next")
    }

    @Test func `a new sign-in without a refresh token keeps the one that is there`() async throws {
        let signedIn = try await SignedIn()
        let before = try #require(try await signedIn.record()?.refreshToken)
        signedIn.transport.changeTokens(["refresh_token": nil])
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        _ = try await flow.signIn(at: signedIn.tenant)
        #expect(try await signedIn.record()?.refreshToken == before)
    }
}
