// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import SignInTesting
import Testing

/// A provider of plain OAuth 2, as GitHub is one.
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
        // Without an end and without another token, it is good until the API says no.
        clock.advance(by: .seconds(366 * 86_400))
        #expect(try await flow.accounts.token(for: account, scopes: ["repo"]).revealed.hasPrefix("gho_"))
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)
    }

    @Test func `an API that says no gets its answer heard, and throws out nobody who cannot be refreshed`() async throws
    {
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

    @Test func `a profile that names no person signs nobody in`() async throws {
        let transport = Provider()
        transport.answer("/user", 200, #"{"message":"hello"}"#)
        let flow = try transport.flow(Provider.clock())
        await expect(Refusal.self, .profileMalformed) { try await Provider.signIn(flow) }
        #expect(try await flow.accounts.accounts().isEmpty)
    }
}
