// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import LocalTenant
import OAuthMessages
import SignInTesting

@Suite struct StandardGrantTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private static let issuer = "http://127.0.0.1:4400/op"

    private static func registration(
        _ clientID: String, _ authentication: ClientAuthentication
    ) throws -> ClientRegistration {
        ClientRegistration(
            name: clientID, issuer: try #require(URL(string: issuer)), clientID: clientID,
            authentication: authentication, redirectURI: try #require(RedirectURI("http://127.0.0.1:8090/callback")),
            scopes: [])
    }

    private static func service() throws -> ClientRegistration {
        let key = try ClientKey(jsonWebKey: Data(ClientAuthenticationTests.sampleServiceKey.utf8))
        return try registration(StandardSampleClient.serviceID, .privateKeyJWT(key))
    }

    private static func api() throws -> ClientRegistration {
        try registration(
            StandardSampleClient.apiID, ClientAuthentication(secret: StandardSampleClient.apiSecret))
    }

    /// An assertion about a person; rows change one claim.
    private static func assertion(
        _ tenant: TestTenant, about person: String, changing claim: String? = nil, to value: JSONValue? = nil,
        signedBy other: JSONWebPrivateKey? = nil
    ) throws -> Redacted<String> {
        let now = Int(tenant.clock.now.timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": .string(StandardSampleClient.serviceID), "sub": .string(person), "aud": .string(issuer),
            "jti": .string(UUID().uuidString), "iat": .number("\(now)"), "exp": .number("\(now + 300)"),
        ]
        if let claim { claims[claim] = value }
        let key = try other ?? JSONWebPrivateKey(jsonData: Data(ClientAuthenticationTests.sampleServiceKey.utf8))
        let header = JWSHeader(algorithm: .es256, keyIdentifier: "sample-service-key")
        return Redacted(try CompactJWS.sign(Array(JSONValue.object(claims).text.utf8), header: header, with: key))
    }

    private static func grant(
        _ tenant: TestTenant, _ assertion: @escaping @Sendable () throws -> Redacted<String>
    ) throws -> any AccessTokenSource {
        ClientGrants(try service(), over: tenant.transport, time: tenant.clock.time).jwtBearer(assertion)
    }

    @Test func `an assertion gives a token for the person that it names`() async throws {
        let person = tenant.person.username
        let grant = try Self.grant(tenant) { try Self.assertion(tenant, about: person) }
        let token = try await grant.accessToken(for: [StandardSampleClient.apiScope])
        let claims = try ClientAuthenticationTests.part(1, of: token.revealed)
        #expect(claims["sub"] == .string(tenant.person.id))
        #expect(claims["client_id"] == .string(StandardSampleClient.serviceID))
        #expect(claims["scope"] == .string(StandardSampleClient.apiScope))
        #expect(claims["aud"] == .string(StandardSampleClient.apiURI) && claims["auth_time"] == nil)
    }

    /// The changed claim, and its value.
    static let spoiled: [(claim: String, value: JSONValue?)] = [
        ("iss", .string(StandardSampleClient.webID)), ("iss", nil), ("sub", .string("nobody")), ("sub", nil),
        ("aud", .string("https://other.example")), ("aud", nil), ("exp", .number("1")), ("exp", nil), ("jti", nil),
        ("nbf", .number("99999999999")),
    ]

    @Test(arguments: spoiled.indices)
    func `an assertion that does not fit gives nothing`(_ row: Int) async throws {
        let (claim, value) = Self.spoiled[row]
        let tenant = try await withTenant { $0 }
        let person = tenant.person.username
        let grant = try Self.grant(tenant) {
            try Self.assertion(tenant, about: person, changing: claim, to: value)
        }
        let error = await #expect(throws: ServerError.self) {
            try await grant.accessToken(for: [StandardSampleClient.apiScope])
        }
        #expect(error?.code == .invalidGrant && error?.status == 400)
    }

    @Test func `an assertion is good once, and only with the client's own key`() async throws {
        let once = try Self.assertion(tenant, about: tenant.person.username)
        let scopes: ScopeSet = [StandardSampleClient.apiScope]
        _ = try await Self.grant(tenant) { once }.accessToken(for: scopes)
        await expect(ServerError.self, .invalidGrant) { try await Self.grant(tenant) { once }.accessToken(for: scopes) }
        let stranger = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "sample-service-key")
        let forged = try Self.assertion(tenant, about: tenant.person.username, signedBy: stranger)
        await expect(ServerError.self, .invalidGrant) {
            try await Self.grant(tenant) { forged }.accessToken(for: scopes)
        }
    }

    @Test func `an API exchanges its caller's token for one of its own, for the same person`() async throws {
        let person = tenant.person.username
        let callers = try await Self.grant(tenant) { try Self.assertion(tenant, about: person) }
            .accessToken(for: [StandardSampleClient.apiScope])
        let transport = TamperingTransport(tenant.transport)
        let exchanged = try await ClientGrants(Self.api(), over: transport, time: tenant.clock.time)
            .tokenExchange(.accessToken(callers), resources: [StandardSampleClient.apiURI])
            .accessToken(for: [StandardSampleClient.apiScope], rejected: nil)
        let claims = try ClientAuthenticationTests.part(1, of: exchanged.revealed)
        #expect(exchanged != callers && claims["sub"] == .string(tenant.person.id))
        #expect(claims["client_id"] == .string(StandardSampleClient.apiID))
        #expect(claims["scope"] == .string(StandardSampleClient.apiScope))
        let sent = try #require(transport.tokenRequests.first)
        #expect(sent.request.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    }

    @Test(arguments: ["https://tills.heron.example", "tills"])
    func `an API of a tenant file is a target by its address and by its client id`(_ target: String) async throws {
        let signer = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "sample-service-key")
        let file = """
            {"version": 1, "standardClients": [
            {"client_id": "tills", "client_secret": "secret", "grant_types": [], "response_types": [],
             "resource": "https://tills.heron.example", "resource_scopes": ["tills.read"]},
            {"client_id": "till", "token_endpoint_auth_method": "private_key_jwt", "response_types": [],
             "jwks": {"keys": [\(String(decoding: signer.publicKey.jsonData, as: UTF8.self))]}, "scope": "tills.read orders.read", "grant_types":
             ["urn:ietf:params:oauth:grant-type:jwt-bearer", "urn:ietf:params:oauth:grant-type:token-exchange"]}]}
            """
        try await tenant.administration.take(tenantFile: Data(file.utf8))
        let till = try Self.registration("till", .privateKeyJWT(ClientKey(jsonWebKey: signer.privateJSONData)))
        let assertion = try Self.assertion(
            tenant, about: tenant.person.username, changing: "iss", to: .string("till"), signedBy: signer)
        let whole = try await ClientGrants(till, over: tenant.transport, time: tenant.clock.time)
            .jwtBearer { assertion }
            .accessToken(for: ["tills.read", "orders.read"])
        let narrow = try await ClientGrants(till, over: tenant.transport, time: tenant.clock.time)
            .tokenExchange(.accessToken(whole), resources: [target])
            .accessToken(for: [], rejected: nil)
        let claims = try ClientAuthenticationTests.part(1, of: narrow.revealed)
        #expect(claims["scope"] == .string("tills.read") && claims["aud"] == .string("https://tills.heron.example"))
    }

    @Test func `an exchanged token ends with the one that it was given for, and with its grant`() async throws {
        let native = ClientRegistration(
            name: "native", issuer: try #require(URL(string: Self.issuer)),
            clientID: StandardSampleClient.nativeID, redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: [StandardSampleClient.apiScope, "offline_access"])
        let accounts = AccountStore(
            MemoryAccountStorage(), registrations: [native], over: tenant.transport, time: tenant.clock.time)
        let flow = SignInFlow(native, keepingIn: accounts)
        let account = try await flow.signIn(at: tenant)
        let callers = try await flow.session(of: account).accessToken(for: [StandardSampleClient.apiScope])
        func exchanged(_ token: Redacted<String>) async throws -> Redacted<String> {
            try await ClientGrants(Self.api(), over: tenant.transport, time: tenant.clock.time)
                .tokenExchange(.accessToken(token)).accessToken(for: [], rejected: nil)
        }
        tenant.clock.advance(by: .seconds(300))
        let first = try await exchanged(callers)
        let second = try await exchanged(first)
        let ends = try [callers, first, second].map {
            try ClientAuthenticationTests.part(1, of: $0.revealed)["exp"]
        }
        #expect(ends[0] != nil && ends[1] == ends[0] && ends[2] == ends[0])
        _ = try await flow.signOut(account)
        for token in [first, second] {
            await expect(ServerError.self, .invalidRequest, "its grant was revoked") { try await exchanged(token) }
        }
    }

    /// The invalid exchange, and the error of RFC 8693 §2.2.2.
    static let refused: [(String, @Sendable (Redacted<String>) -> (SecurityToken, [String], ScopeSet), String)] = [
        ("an unknown token", { _ in (SecurityToken.accessToken(Redacted("x")), [], []) }, "invalid_request"),
        ("another kind of token", { (SecurityToken.idToken($0), [], []) }, "invalid_request"),
        (
            "an unknown resource",
            { (SecurityToken.accessToken($0), ["https://other.example"], []) },
            "invalid_target"
        ),
        (
            "a resource for which the token has no scope",
            { (SecurityToken.accessToken($0), [issuer], []) }, "invalid_target"
        ),
        ("more than the token allows", { (SecurityToken.accessToken($0), [], ["admin"]) }, "invalid_scope"),
    ]

    @Test(arguments: refused.indices) func `an exchange is refused for`(_ row: Int) async throws {
        let (_, question, code) = Self.refused[row]
        let tenant = try await withTenant { $0 }
        let person = tenant.person.username
        let callers = try await Self.grant(tenant) { try Self.assertion(tenant, about: person) }
            .accessToken(for: [StandardSampleClient.apiScope])
        let (subject, resources, scopes) = question(callers)
        let source = try ClientGrants(Self.api(), over: tenant.transport, time: tenant.clock.time)
            .tokenExchange(subject, resources: resources)
        let error = await #expect(throws: ServerError.self) { try await source.accessToken(for: scopes, rejected: nil) }
        #expect(error?.code.rawValue == code)
    }

    @Test func `a token for another client and API, or without a person, is not exchanged`() async throws {
        let native = ClientRegistration(
            name: "native", issuer: try #require(URL(string: Self.issuer)),
            clientID: StandardSampleClient.nativeID, redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: ["profile"])
        let accounts = AccountStore(
            MemoryAccountStorage(), registrations: [native], over: tenant.transport, time: tenant.clock.time)
        let flow = SignInFlow(native, keepingIn: accounts)
        let foreign = try await flow.session(of: flow.signIn(at: tenant)).accessToken(for: native.scopes)
        let own = try await ClientGrants(Self.service(), over: tenant.transport, time: tenant.clock.time)
            .clientCredentials.accessToken(for: [StandardSampleClient.apiScope])
        for token in [foreign, own] {
            let source = try ClientGrants(Self.api(), over: tenant.transport, time: tenant.clock.time)
                .tokenExchange(.accessToken(token))
            await expect(ServerError.self, .invalidRequest) { try await source.accessToken(for: [], rejected: nil) }
        }
    }
}
