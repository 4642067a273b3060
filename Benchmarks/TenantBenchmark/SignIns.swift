// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import LocalTenant
import OAuthMessages
import ProgramLifecycle
import TenantDirectory

/// Sign-ins of a person with a session, and refreshes, at the tenant's router.
struct SignIns: Sendable {
    private static let redirectURI = "http://localhost"

    private let responder: InProcessResponder<TenantResponder>
    private let cookie: String
    private let refreshToken: String

    /// Signs a person in, in a tenant on disk with so many people more.
    init(people: Int, folder: URL) async throws {
        let platform = try IdentityPlatform(TenantSettings(address: ServerAddress(port: 4400), dataFolder: folder))
        if people > 0 { _ = try await platform.addSamplePeople(upTo: people) { _ in } }
        responder = InProcessResponder(
            platform.router().buildResponder(), logger: Log("benchmark"))
        let json = ["content-type": "application/json"]
        let (graph, openID) = (
            #""scope":"User.Read","resourceId":"00000003-0000-0000-c000-000000000000""#,
            #""scope":"openid profile offline_access""#
        )
        for scope in [graph, openID] {
            let consent = """
                {"clientId":"\(SampleApp.quickStartID)","principalId":"conor.obrien@aldervale.example",\(scope)}
                """
            let (head, problem) = try await Self.send(.post, "/tessera/v1/consents", json, consent, to: responder)
            guard head.status == .created else { throw Refused(answer: String(decoding: problem, as: UTF8.self)) }
        }
        let person = #"{"person":"conor.obrien@aldervale.example"}"#
        let (_, link) = try await Self.send(.post, "/tessera/v1/sign-ins", json, person, to: responder)
        let address = try JSONDecoder().decode([String: String].self, from: link)["url"] ?? ""
        let (signedIn, _) = try await Self.send(.get, URL(string: address)?.path ?? "", [:], "", to: responder)
        cookie = String((signedIn.headerFields[.setCookie] ?? "").prefix { $0 != ";" })
        refreshToken = try await Self.signIn(cookie, at: responder)
    }

    /// An authorization request with the session, and the redemption of its code: two signatures.
    func signIn() async throws { _ = try await Self.signIn(cookie, at: responder) }

    /// A refresh: two signatures.
    func refresh() async throws {
        _ = try await Self.tokens(
            [
                "grant_type": "refresh_token", "refresh_token": refreshToken, "client_id": SampleApp.quickStartID,
                "scope": Self.scope,
            ], at: responder)
    }

    private static let scope = "openid profile offline_access https://graph.microsoft.com/User.Read"
    private static let verifier = String(repeating: "v", count: 43)

    private static func signIn(
        _ cookie: String, at responder: InProcessResponder<TenantResponder>
    ) async throws -> String {
        let query: FormParameters = [
            "client_id": SampleApp.quickStartID, "response_type": "code", "redirect_uri": redirectURI,
            "scope": scope, "state": "s", "nonce": "n", "code_challenge": verifier, "code_challenge_method": "plain",
            "prompt": "none",
        ]
        let (head, _) = try await send(
            .get, "/\(SampleApp.homeID)/oauth2/v2.0/authorize?\(query.encoded)", ["cookie": cookie], "", to: responder)
        let location = URLComponents(string: head.headerFields[.location] ?? "")
        guard let code = location?.queryItems?.first(where: { $0.name == "code" })?.value else {
            throw Refused(answer: head.headerFields[.location] ?? "\(head.status)")
        }
        return try await tokens(
            [
                "grant_type": "authorization_code", "code": code, "client_id": SampleApp.quickStartID,
                "redirect_uri": redirectURI, "code_verifier": verifier,
            ], at: responder)
    }

    /// The refresh token of the answer.
    private static func tokens(
        _ form: FormParameters, at responder: InProcessResponder<TenantResponder>
    ) async throws -> String {
        let (head, content) = try await send(
            .post, "/\(SampleApp.homeID)/oauth2/v2.0/token", ["content-type": "application/x-www-form-urlencoded"],
            form.encoded, to: responder)
        struct Answer: Decodable {
            let refreshToken: String
        }
        guard head.status == .ok else { throw Refused(answer: String(decoding: content, as: UTF8.self)) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: content).refreshToken
    }

    private static func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: [String: String], _ body: String,
        to responder: InProcessResponder<TenantResponder>
    ) async throws -> (HTTPResponse, Data) {
        var head = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:4400", path: path)
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { head.headerFields[name] = value }
        }
        return try await responder.respond(to: head, body: Data(body.utf8))
    }

    private struct Refused: Error {
        let answer: String
    }
}
