// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import OAuthMessages
import SignInTesting
import Testing

@Suite struct ClientCredentialsTests {
    static let scopes: ScopeSet = ["https://graph.example/.default"]
    static let token = #"{"token_type":"Bearer","expires_in":3599,"ext_expires_in":3599,"access_token":"a"}"#

    private func client(
        methods: [String]? = ["client_secret_post", "client_secret_basic"], secret: String? = "s:e"
    ) async throws -> (ClientRegistration, TamperingTransport, TestClock) {
        let tenant = try await withTenant { $0 }
        let (transport, clock) = (TamperingTransport(tenant.transport), tenant.clock)
        transport.changeMetadata(["token_endpoint_auth_methods_supported": methods])
        transport.answerTokens(200, Self.token)
        let registration = ClientRegistration(
            name: "job", issuer: tenant.registration.issuer, clientID: "job",
            authentication: ClientAuthentication(secret: secret), redirectURI: tenant.registration.redirectURI,
            scopes: [], rules: tenant.rules)
        return (registration, transport, clock)
    }

    private func credentials(
        methods: [String]? = ["client_secret_post", "client_secret_basic"], secret: String? = "s:e"
    ) async throws -> (any AccessTokenSource, TamperingTransport, TestClock) {
        let (registration, transport, clock) = try await client(methods: methods, secret: secret)
        let credentials = ClientGrants(registration, over: transport, time: clock.time).clientCredentials
        return (credentials, transport, clock)
    }

    @Test func `a bound of tokens is kept, and the one that ends soonest makes room`() async throws {
        let (registration, transport, clock) = try await client()
        #expect(GrantedTokens(registration, over: transport, time: clock.time).capacity == 10_000)
        let source = GrantedTokens(registration, over: transport, time: clock.time, capacity: 2)
            .source { TokenRequest(asClient: "job", scopes: $0) }
        for (name, requests) in [("a", 1), ("b", 2), ("a", 2), ("c", 3), ("b", 3), ("a", 4), ("c", 4), ("b", 5)] {
            _ = try await source.accessToken(for: ["https://\(name).example/.default"])
            #expect(transport.tokenRequests.count == requests, "\(name)")
            clock.advance(by: .seconds(1))
        }
    }

    @Test func `a token is asked for once, and kept until shortly before it ends`() async throws {
        let (credentials, transport, clock) = try await credentials()
        try await withThrowingTaskGroup(of: Redacted<String>.self) { group in
            for _ in 0..<100 { group.addTask { try await credentials.accessToken(for: Self.scopes) } }
            for try await token in group { #expect(token.revealed == "a") }
        }
        #expect(transport.tokenRequests.count == 1)
        clock.advance(by: .seconds(3599 - 61))
        _ = try await credentials.accessToken(for: Self.scopes)
        #expect(transport.tokenRequests.count == 1)
        clock.advance(by: .seconds(1))
        _ = try await credentials.accessToken(for: Self.scopes)
        #expect(transport.tokenRequests.count == 2)
    }

    @Test func `a token that the API rejected is not used again`() async throws {
        let (credentials, transport, clock) = try await credentials()
        let token = try await credentials.accessToken(for: Self.scopes)
        let same = try await credentials.accessToken(for: Self.scopes, rejected: token)
        #expect(same == token && transport.tokenRequests.count == 1, "while it is new, another would be no better")
        clock.advance(by: .seconds(30))
        transport.answerTokens(200, Self.token.replacing(#""a""#, with: #""b""#))
        let fresh = try await credentials.accessToken(for: Self.scopes, rejected: token)
        #expect(fresh.revealed == "b")
        #expect(try await credentials.accessToken(for: Self.scopes) == fresh)
    }

    @Test func `another permission is another token`() async throws {
        let (credentials, transport, _) = try await credentials()
        _ = try await credentials.accessToken(for: Self.scopes)
        _ = try await credentials.accessToken(for: ["https://tasks.example/.default"])
        #expect(
            transport.tokenRequests.compactMap { $0.form?["scope"] } == [
                Self.scopes.text, "https://tasks.example/.default",
            ])
    }

    /// The methods in the metadata, and whether the secret goes into the form.
    static let methods: [([String]?, Bool)] = [
        (["client_secret_post", "client_secret_basic"], true), (["client_secret_post"], true),
        (["client_secret_basic"], false), (["private_key_jwt", "client_secret_basic"], false),
        (nil, false), (["none"], true),
    ]

    @Test(arguments: methods)
    func `the secret is shown as the provider wants it`(_ methods: [String]?, _ isInForm: Bool) async throws {
        let (credentials, transport, _) = try await credentials(methods: methods)
        _ = try await credentials.accessToken(for: Self.scopes)
        let sent = try #require(transport.tokenRequests.first)
        let basic = "Basic " + Data("job:s%3Ae".utf8).base64EncodedString()
        #expect(sent.form?["client_secret"] == (isInForm ? "s:e" : nil))
        #expect(sent.request.headerFields[.authorization] == (isInForm ? nil : basic))
    }

    @Test(arguments: [[], ["openid", "offline_access"]] as [ScopeSet])
    func `a client may leave it to the provider what the token allows`(_ scopes: ScopeSet) async throws {
        let (credentials, transport, _) = try await credentials()
        let token = try await credentials.accessToken(for: scopes)
        let form = try #require(transport.tokenRequests.first?.form)
        #expect(token.revealed == "a" && form.all("scope").isEmpty)
    }

    @Test(arguments: [nil, ""] as [String?])
    func `a client without a secret sends no request`(_ secret: String?) async throws {
        let (credentials, transport, _) = try await credentials(secret: secret)
        await expect(Refusal.self, .registrationMalformed) { try await credentials.accessToken(for: Self.scopes) }
        #expect(transport.sent.isEmpty)
    }

    @Test func `a failure is thrown and not cached`() async throws {
        let (credentials, transport, _) = try await credentials()
        transport.answerTokens(401, #"{"error":"invalid_client","error_description":"AADSTS7000215: x"}"#)
        let error = await #expect(throws: ServerError.self) { try await credentials.accessToken(for: Self.scopes) }
        #expect(error?.nextAction == .correctRegistration)
        transport.answerTokens(200, Self.token)
        #expect(try await credentials.accessToken(for: Self.scopes).revealed == "a")
    }

    @Test func `an authorized transport takes its tokens`() async throws {
        let (credentials, transport, _) = try await credentials()
        transport.answer { request, _ in
            if request.path?.hasSuffix("/token") == true { return .init(200, Self.token) }
            return request.authority == "graph.example" ? .init(200, "") : nil
        }
        let api = try #require(URL(string: "https://graph.example/v1.0"))
        let authorized = AuthorizedTransport(credentials, scopes: Self.scopes, to: api, over: transport)
        _ = try await authorized.send(HTTPRequest(url: api))
        #expect(transport.sent.last?.request.headerFields[.authorization] == "Bearer a")
    }
}
