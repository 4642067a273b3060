// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
import SignIn
import SignInProvider

/// An enterprise's identity provider beside a ``LadderSite``, as in the protocol's conformance suite.
final class EnterpriseSite: Transport {
    static let provider = "http://localhost:9100"
    static let assertion = "e30.e30.c2ln"

    let site: LadderSite
    private let state: Mutex<(answer: TransportResponse, exchanges: [FormParameters])>

    static func answer(_ changes: [String: JSONValue?] = [:]) -> TransportResponse {
        var members: [String: JSONValue] = [
            "issued_token_type": .string("urn:ietf:params:oauth:token-type:id-jag"),
            "access_token": .string(assertion), "token_type": .string("N_A"), "expires_in": .number("300"),
        ]
        for (name, value) in changes { members[name] = value }
        return TransportResponse(200, JSONValue.object(members).text)
    }

    init(_ site: LadderSite, answering answer: TransportResponse = answer()) {
        self.site = site
        state = Mutex((answer, []))
    }

    var exchanges: [FormParameters] { state.withLock { $0.exchanges } }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        guard request.authority == "localhost:9100" else { return try await site.send(request, body: body) }
        if request.path == "/.well-known/openid-configuration" {
            return TransportResponse(
                200,
                """
                {"issuer": "\(Self.provider)", "authorization_endpoint": "\(Self.provider)/authorize",
                "token_endpoint": "\(Self.provider)/token", "jwks_uri": "\(Self.provider)/.well-known/jwks.json",
                "grant_types_supported": ["urn:ietf:params:oauth:grant-type:token-exchange"]}
                """)
        }
        guard request.path == "/token" else { return TransportResponse(404) }
        let form = FormParameters(encoded: String(decoding: body, as: UTF8.self)) ?? FormParameters()
        return state.withLock { state in
            state.exchanges.append(form)
            return state.answer
        }
    }

    func connection(
        subject: SecurityToken = .idToken(Redacted("the person's ID token")),
        credentials: [APIClient.Credentials]? = nil, asking questions: LadderClient.Questions = .init(),
        knowingAPI isKnown: Bool = true, agreeing agrees: Bool = true
    ) throws -> APIConnection {
        var client = APIClient(name: "Notes", redirectURI: try #require(RedirectURI("http://127.0.0.1")))
        client.credentials =
            try credentials ?? [
                APIClient.Credentials(
                    issuer: try #require(URL(string: LadderSite.first)), clientID: "conformance-client",
                    authentication: ClientAuthentication(secret: "conformance-secret", by: .basic))
            ]
        let registration = ClientRegistration(
            name: "enterprise", issuer: try #require(URL(string: Self.provider)), clientID: "idp-client",
            redirectURI: client.redirectURI, scopes: ["openid"], rules: .ofUnknownProvider)
        let api = try #require(URL(string: "\(LadderSite.api)/mcp"))
        if isKnown { client.knownAPIs = [api] }
        client.enterprise = EnterpriseAuthorization(at: registration) { subject }
        return APIConnection(
            to: api, as: client,
            keepingIn: AccountStore(
                MemoryAccountStorage(), over: self, time: TimeSource { LadderClient.start }),
            with: NoBrowser(),
            consenting: { provider in
                questions.note(provider)
                return agrees
            })
    }
}
