// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import SignInTesting
import Synchronization
import Testing

/// An OAuth 2 provider without OpenID, such as GitHub; it responds from a list, by path.
final class InMemoryOAuthProvider: Transport {
    struct Sent: Sendable {
        let path: String
        let request: HTTPRequest
        let body: Data
        var form: FormParameters? { FormParameters(encoded: String(decoding: body, as: UTF8.self)) }
    }

    static let tokenPath = "/login/oauth/access_token"
    static let tokens =
        #"{"access_token":"gho_16C7e42F292c6912E7710c838347Ae178B4a","scope":"repo,gist","token_type":"bearer"}"#

    private let answers: Mutex<[String: (Int, String)]>
    private let record = Mutex<[Sent]>([])

    init(_ tokens: String = tokens) {
        let octocat = #"{"login":"octocat","id":1,"name":"monalisa octocat"}"#
        answers = Mutex([Self.tokenPath: (200, tokens), "/user": (200, octocat)])
    }

    func answer(_ path: String, _ status: Int, _ body: String) { answers.withLock { $0[path] = (status, body) } }

    var asked: [Sent] { record.withLock { $0 } }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = String((request.path ?? "").prefix { $0 != "?" })
        record.withLock { $0.append(Sent(path: path, request: request, body: body)) }
        guard let (status, text) = answers.withLock({ $0[path] }) else { return TransportResponse(404) }
        return TransportResponse(status, text)
    }

    static func clock() -> TestClock { TestClock(Date(timeIntervalSince1970: 1_767_225_600)) }

    func flow(_ clock: TestClock) throws -> SignInFlow {
        let url = { (place: String) in try #require(URL(string: "https://\(place)")) }
        let provider = OAuthProvider(
            authorizationEndpoint: try url("github.com/login/oauth/authorize"),
            tokenEndpoint: try url("github.com\(Self.tokenPath)"),
            deviceAuthorizationEndpoint: try url("github.com/login/device/code"),
            revocationEndpoint: try url("github.com/revoke"),
            profileEndpoint: try url("api.github.com/user"), subject: "id", username: "login")
        let registration = ClientRegistration(
            name: "github", oauthProvider: provider, issuer: try url("github.com"), clientID: "c",
            authentication: ClientAuthentication(secret: "s", by: .post),
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: ["repo"])
        return SignInFlow(
            registration,
            keepingIn: AccountStore(
                MemoryAccountStorage(), registrations: [registration], over: self, time: clock.time))
    }

    static func signIn(_ flow: SignInFlow) async throws -> Account {
        try await flow.signIn(
            with: AnsweringAgent { url in
                let parameters = try #require(FormParameters(queryOf: url))
                #expect(parameters["scope"] == "repo", "no openid")
                #expect(parameters["code_challenge_method"] == "S256")
                return try #require(
                    URL(string: "http://localhost:49152/?code=c0de&state=\(parameters["state"] ?? "")"))
            })
    }
}
