// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import SignInTesting
import Testing

@Suite struct OAuthProviderTests {
    private typealias Provider = InMemoryOAuthProvider

    @Test func `a person signs in, and is the one that the profile names`() async throws {
        let (transport, clock) = (Provider(), Provider.clock())
        let flow = try transport.flow(clock)
        let account = try await Provider.signIn(flow)
        #expect(account.identity.subject == "1" && account.identity.username == "octocat")
        let asked = transport.asked
        #expect(asked.map(\.path) == ["/login/oauth/access_token", "/user"], "nothing is discovered")
        #expect(asked.last?.request.headerFields[.authorization]?.hasPrefix("Bearer gho_") == true)
        let form = try #require(FormParameters(encoded: String(decoding: asked[0].body, as: UTF8.self)))
        #expect(form["client_secret"] == "s" && form["scope"] == nil)
        // Without an expiry and another token, it is valid until the API refuses it.
        clock.advance(by: .seconds(366 * 86_400))
        #expect(try await flow.accounts.token(for: account, scopes: ["repo"]).revealed.hasPrefix("gho_"))
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)
    }

    @Test func `an API's refusal is returned, and signs out no account without a refresh token`() async throws {
        let (transport, clock) = (Provider(), Provider.clock())
        let flow = try transport.flow(clock)
        let account = try await Provider.signIn(flow)
        clock.advance(by: .seconds(86_400))
        transport.answer("/repos", 401, "Bad credentials")
        let api = try #require(URL(string: "https://api.github.com/repos"))
        let response = try await flow.authorizedTransport(for: account, scopes: ["repo"], to: api)
            .send(HTTPRequest(url: api))
        #expect(response.status == .unauthorized && response.body == Data("Bad credentials".utf8))
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)
        #expect(transport.asked.count { $0.path == "/repos" } == 1)
    }

    @Test func `the same person is the same account, another one another`() async throws {
        let (transport, clock) = (Provider(), Provider.clock())
        let flow = try transport.flow(clock)
        let first = try await Provider.signIn(flow)
        transport.answer("/user", 200, #"{"login":"renamed","id":1}"#)
        #expect(try await Provider.signIn(flow).id == first.id)
        transport.answer("/user", 200, #"{"login":"octocat","id":2}"#)
        #expect(try await Provider.signIn(flow).id != first.id)
        #expect(try await flow.accounts.accounts().count == 2)
    }

    @Test func `an error that comes with 200 is an error`() async throws {
        let transport = Provider(
            #"{"error":"bad_verification_code","error_description":"The code passed is incorrect or expired."}"#)
        let flow = try transport.flow(Provider.clock())
        await expect(ServerError.self, .badVerification) { try await Provider.signIn(flow) }
    }

    @Test func `a profile without a user ID fails the sign-in`() async throws {
        let transport = Provider()
        transport.answer("/user", 200, #"{"message":"hello"}"#)
        let flow = try transport.flow(Provider.clock())
        await expect(Refusal.self, .profileMalformed) { try await Provider.signIn(flow) }
        #expect(try await flow.accounts.accounts().isEmpty)
    }
}

@Suite struct OAuthProviderTokensTests {
    private typealias Provider = InMemoryOAuthProvider

    private static func tokens(_ access: String, refresh: String? = nil, more: String = "") -> String {
        let refreshToken = refresh.map { #","refresh_token":"\#($0)","refresh_token_expires_in":15897600"# } ?? ""
        return
            #"{"access_token":"\#(access)","expires_in":28800,"token_type":"bearer","scope":""\#(refreshToken)\#(more)}"#
    }

    private let (provider, flow, clock, account): (Provider, SignInFlow, TestClock, Account)

    init() async throws {
        (provider, clock) = (Provider(Self.tokens("first", refresh: "refresh-1")), Provider.clock())
        flow = try provider.flow(clock)
        account = try await Provider.signIn(flow)
    }

    @Test func `an expired token is refreshed without scopes and without a request for the profile`() async throws {
        clock.advance(by: .seconds(9 * 3600))
        provider.answer(Provider.tokenPath, 200, Self.tokens("second"))
        #expect(try await flow.accounts.token(for: account, scopes: ["repo"]).revealed == "second")
        let asked = provider.asked.dropFirst(2)
        #expect(asked.map(\.path) == [Provider.tokenPath])
        let form = try #require(asked.first?.form)
        #expect(form["grant_type"] == "refresh_token" && form["refresh_token"] == "refresh-1")
        #expect(form["client_id"] == "c" && form["client_secret"] == "s" && form["scope"] == nil)
    }

    @Test(arguments: [("refresh-2", "refresh-2"), (nil, "refresh-1")] as [(String?, String)])
    func `the next refresh uses the latest refresh token`(_ given: String?, _ expected: String) async throws {
        for round in 2...3 {
            clock.advance(by: .seconds(9 * 3600))
            provider.answer(Provider.tokenPath, 200, Self.tokens("token \(round)", refresh: given))
            _ = try await flow.accounts.token(for: account, scopes: ["repo"])
        }
        #expect(provider.asked.last?.form?["refresh_token"] == expected)
    }

    @Test func `an error with status 200 can end the sign-in`() async throws {
        clock.advance(by: .seconds(9 * 3600))
        provider.answer(Provider.tokenPath, 200, #"{"error":"invalid_grant"}"#)
        await expect(Refusal.self, .signInRequired) { try await flow.accounts.token(for: account, scopes: ["repo"]) }
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == true)
    }

    /// An ID token of such a provider is neither trusted nor an error.
    @Test func `an unrequested ID token changes nothing`() async throws {
        let stranger = #","id_token":"eyJhbGciOiJub25lIn0.eyJzdWIiOiIyIn0.""#
        clock.advance(by: .seconds(9 * 3600))
        provider.answer(Provider.tokenPath, 200, Self.tokens("second", refresh: "refresh-2", more: stranger))
        _ = try await flow.accounts.token(for: account, scopes: ["repo"])
        let after = try await flow.accounts.account(account.id)
        #expect(after?.identity.subject == "1" && after?.identity.claims == account.identity.claims)
        let again = try await Provider.signIn(flow)
        #expect(again.id == account.id && again.identity.subject == "1")
    }

    @Test func `signing out gives the token back, and there is no page to open`() async throws {
        provider.answer("/revoke", 200, "")
        #expect(try await flow.signOut(account).states == ["remains", "revoked"])
        let form = try #require(provider.asked.first { $0.path == "/revoke" }?.form)
        #expect(form["token"] == "refresh-1" && form["token_type_hint"] == "refresh_token")
        #expect(form["client_id"] == "c" && form["client_secret"] == "s")
        #expect(try await flow.accounts.accounts().isEmpty)
    }

    @Test func `a person who signs in on another device is the one that the profile names`() async throws {
        let (provider, clock) = (Provider(Self.tokens("first")), Provider.clock())
        provider.answer(
            "/login/device/code", 200,
            #"{"device_code":"d","user_code":"WDJB-MJHT","verification_uri":"https://github.com/login/device","#
                + #""expires_in":900,"interval":5}"#)
        let flow = try provider.flow(clock)
        let account = try await flow.signInWithDeviceCode(
            showing: { authorization in #expect(authorization.userCode == "WDJB-MJHT") })
        #expect(account.identity.subject == "1" && account.identity.username == "octocat")
        #expect(try await flow.accounts.storage.record(account.id)?.nonce == Redacted(""), "it had none")
        #expect(provider.asked.map(\.path) == ["/login/device/code", Provider.tokenPath, "/user"])
        #expect((provider.asked.first?.form?["scope"], provider.asked[1].form?["device_code"]) == ("repo", "d"))
    }
}
