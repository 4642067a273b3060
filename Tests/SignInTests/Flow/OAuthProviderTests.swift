// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider
import SignIn
import SignInTesting
import Synchronization
import Testing

/// A provider of plain OAuth 2, as GitHub is one.
@Suite struct OAuthProviderTests {
    /// A provider in memory that answers from a list, by path.
    private final class Plain: Transport {
        let answers: Mutex<[String: (Int, String)]>
        let asked = Mutex<[(path: String, request: HTTPRequest, body: Data)]>([])

        init(_ tokens: String) {
            answers = Mutex(["/login/oauth/access_token": (200, tokens), "/user": (200, ProfileAnswer.octocat)])
        }

        func answer(_ path: String, _ body: String) { answers.withLock { $0[path] = (200, body) } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            let path = String((request.path ?? "").prefix { $0 != "?" })
            asked.withLock { $0.append((path, request, body)) }
            guard let (status, text) = answers.withLock({ $0[path] }) else { return TransportResponse(404) }
            return TransportResponse(status, text)
        }
    }

    private enum ProfileAnswer {
        static let octocat = #"{"login":"octocat","id":1,"name":"monalisa octocat"}"#
    }

    private static let tokens =
        #"{"access_token":"gho_16C7e42F292c6912E7710c838347Ae178B4a","scope":"repo,gist","#
        + #""token_type":"bearer"}"#

    private func flow(_ transport: Plain, _ clock: TestClock) throws -> SignInFlow {
        let url = { (place: String) in try #require(URL(string: "https://\(place)")) }
        let provider = OAuthProvider(
            authorizationEndpoint: try url("github.com/login/oauth/authorize"),
            tokenEndpoint: try url("github.com/login/oauth/access_token"),
            tokenEndpointAuthenticationMethods: ["client_secret_post"],
            profile: ProfileEndpoint(try url("api.github.com/user"), subject: "id", username: "login"))
        let registration = ClientRegistration(
            name: "github", oauthProvider: provider, issuer: try url("github.com"), clientID: "c",
            authentication: ClientAuthentication(secret: "s"),
            redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: ["repo"])
        return SignInFlow(
            registration,
            keepingIn: AccountStore(
                MemoryAccountStorage(), registrations: [registration], over: transport,
                time: TimeSource { clock.now }))
    }

    private func signIn(_ flow: SignInFlow) async throws -> Account {
        try await flow.signIn(
            with: AnsweringAgent { url in
                let parameters = try #require(FormParameters(queryOf: url))
                #expect(parameters["scope"] == "repo", "no openid")
                #expect(parameters["code_challenge_method"] == "S256")
                return try #require(
                    URL(string: "http://localhost:49152/?code=c0de&state=\(parameters["state"] ?? "")"))
            })
    }

    @Test func `a person signs in, and is who the profile says`() async throws {
        let (transport, clock) = (Plain(Self.tokens), TestClock(Date(timeIntervalSince1970: 1_767_225_600)))
        let flow = try flow(transport, clock)
        let account = try await signIn(flow)
        #expect(account.identity.subject == "1" && account.identity.username == "octocat")
        let asked = transport.asked.withLock { $0 }
        #expect(asked.map(\.path) == ["/login/oauth/access_token", "/user"], "nothing is discovered")
        #expect(asked.last?.request.headerFields[.authorization]?.hasPrefix("Bearer gho_") == true)
        let form = try #require(FormParameters(encoded: String(decoding: asked[0].body, as: UTF8.self)))
        #expect(form["client_secret"] == "s" && form["scope"] == nil)
        // Without an end and without another token, it is good until the API says no.
        clock.advance(by: .seconds(366 * 86_400))
        #expect(try await flow.accounts.token(for: account, scopes: ["repo"]).revealed.hasPrefix("gho_"))
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)
    }

    @Test func `an API that says no gets its answer heard, and throws out nobody who cannot be renewed`() async throws {
        let (transport, clock) = (Plain(Self.tokens), TestClock(Date(timeIntervalSince1970: 1_767_225_600)))
        let flow = try flow(transport, clock)
        let account = try await signIn(flow)
        clock.advance(by: .seconds(86_400))
        transport.answers.withLock { $0["/repos"] = (401, "Bad credentials") }
        let api = try #require(URL(string: "https://api.github.com/repos"))
        let response = try await flow.authorizedTransport(for: account, scopes: ["repo"], to: api)
            .send(HTTPRequest(url: api))
        #expect(response.status == .unauthorized && response.body == Data("Bad credentials".utf8))
        #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)
        #expect(transport.asked.withLock { $0.count { $0.path == "/repos" } } == 1)
    }

    @Test func `the same person is the same account, another one another`() async throws {
        let (transport, clock) = (Plain(Self.tokens), TestClock(Date(timeIntervalSince1970: 1_767_225_600)))
        let flow = try flow(transport, clock)
        let first = try await signIn(flow)
        transport.answer("/user", #"{"login":"renamed","id":1}"#)
        #expect(try await signIn(flow).id == first.id)
        transport.answer("/user", #"{"login":"octocat","id":2}"#)
        #expect(try await signIn(flow).id != first.id)
        #expect(try await flow.accounts.accounts().count == 2)
    }

    @Test func `an error that comes with 200 is an error`() async throws {
        let transport = Plain(
            #"{"error":"bad_verification_code","error_description":"The code passed is incorrect or expired."}"#)
        let flow = try flow(transport, TestClock(Date(timeIntervalSince1970: 1_767_225_600)))
        let error = await #expect(throws: ServerError.self) { try await signIn(flow) }
        #expect(error?.code == .badVerification)
    }

    @Test func `a profile that names nobody signs nobody in`() async throws {
        let transport = Plain(Self.tokens)
        transport.answer("/user", #"{"message":"hello"}"#)
        let flow = try flow(transport, TestClock(Date(timeIntervalSince1970: 1_767_225_600)))
        let refusal = await #expect(throws: Refusal.self) { try await signIn(flow) }
        #expect(refusal?.code == .profileMalformed)
        #expect(try await flow.accounts.accounts().isEmpty)
    }
}
