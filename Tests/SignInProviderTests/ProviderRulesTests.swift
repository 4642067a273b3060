// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct ProviderRulesTests {
    private static let more = Refusal(.userFlowMismatch, "not that one")

    private static func good(_ claims: [(String, String?)] = []) -> TokenFixture {
        var fixture = TokenFixture()
        for (name, json) in claims { fixture.say(name, json) }
        return fixture
    }

    private static func accessToken(_ fixture: TokenFixture, _ rules: ProviderRules) async throws -> Caller {
        let token = try #require(try fixture.token())
        return try await fixture.validator(rules: rules)
            .caller(with: token, under: AccessTokenRules(audiences: ["client"]))
    }

    private static func identity(_ fixture: TokenFixture, _ rules: ProviderRules) async throws -> Identity {
        try await fixture.validator(rules: rules)
            .validateIDToken(in: try fixture.tokens(), answering: try fixture.answer())
    }

    static let endings: [(ServerError, Bool)] =
        [
            (ServerError(.invalidGrant), true), (ServerError(.invalidGrant, suberror: "bad_token"), true),
            (ServerError(.invalidGrant, suberror: "token_expired"), true),
            (ServerError(.invalidGrant, suberror: "consent_required"), false),
            (ServerError(.invalidGrant, claims: "{}"), false), (ServerError(.invalidClient), false),
            (ServerError(.invalidGrant, status: 400), true), (ServerError(.invalidGrant, status: 401), true),
            (ServerError(.invalidGrant, status: 200), true),
        ]
        + [201, 204, 302, 399, 402, 403, 407, 408, 429, 500, 502, 503].map {
            (ServerError(.invalidGrant, status: $0), false)
        }

    @Test func `a standard provider may refuse a refresh token with another code than invalid_grant`() {
        #expect(!ProviderRules.standard.alwaysSaysInvalidGrant)
    }

    @Test(arguments: endings.indices) func `only the end of the refresh token ends a sign-in`(_ row: Int) {
        #expect(ProviderRules.endsGrant(Self.endings[row].0) == Self.endings[row].1)
    }

    @Test func `what a kind of provider demands besides is demanded of both tokens`() async throws {
        let rules = ProviderRules(checkToken: { (claims, askedFor) throws(Refusal) in
            guard claims.string("tfp") == askedFor.host() else { throw Self.more }
        })
        let flow: (String, String?) = ("tfp", #""id.example""#)
        let access: [(String, String?)] = [("nonce", nil), ("azp", #""client""#), ("scope", #""read""#)]
        _ = try await Self.identity(Self.good([flow]), rules)
        _ = try await Self.accessToken(Self.good(access + [flow]), rules)
        let refusal = await #expect(throws: Refusal.self) { try await Self.identity(Self.good(), rules) }
        let other = await #expect(throws: Refusal.self) { try await Self.accessToken(Self.good(access), rules) }
        #expect([refusal?.code, other?.code] == [.userFlowMismatch, .userFlowMismatch])
    }

    @Test func `the person's id is where the kind of provider puts it`() async throws {
        let rules = ProviderRules(subject: { $0.string("oid") })
        let claims: [(String, String?)] = [("azp", #""client""#), ("oid", #""o""#)]
        #expect(try await Self.identity(Self.good(claims), rules).subject == "o")
        let access: [(String, String?)] = claims + [("nonce", nil), ("scope", #""read""#)]
        #expect(try await Self.accessToken(Self.good(access), rules).subject == "o")
        #expect(await refused { try await Self.identity(Self.good(), rules) } == .claimMissing)
    }

    @Test func `metadata from a configured URL is validated, too`() async throws {
        let provider = FakeProvider()
        let issuer = try #require(URL(string: FakeProvider.issuer))
        provider.answer("/m?p=1", FakeProvider.metadata)
        provider.answer("/other", FakeProvider.metadata.replacing("\"issuer\":\"https", with: "\"issuer\":\"http"))
        let found = try await IdentityProvider.discover(
            ProviderDescription(issuer: issuer, metadataURL: URL(string: "\(issuer)/m?p=1")), over: provider)
        #expect(found.metadata.issuer == FakeProvider.issuer)
        #expect(provider.count(of: "/.well-known/openid-configuration") == 0)
        let refusal = await refused {
            try await IdentityProvider.discover(
                ProviderDescription(issuer: issuer, metadataURL: URL(string: "\(issuer)/other")), over: provider)
        }
        #expect(refusal == .metadataIssuerMismatch)
    }

    @Test(arguments: ["https://evil.example/m", "http://id.example/m", "https://id.example:444/m", "file:///m"])
    func `metadata at another host is not requested`(_ address: String) async throws {
        let provider = FakeProvider()
        let issuer = try #require(URL(string: FakeProvider.issuer))
        let refusal = await refused {
            try await IdentityProvider.discover(
                ProviderDescription(issuer: issuer, metadataURL: URL(string: address)), over: provider)
        }
        #expect(refusal == .metadataIssuerMismatch)
        #expect(provider.count(of: "/m") == 0)
    }

    /// Claims, and the display name.
    static let names: [([String: JSONValue], String?)] = [
        (["preferred_username": .string("p"), "email": .string("e"), "emails": .array([.string("a")])], "p"),
        (["email": .string("e"), "emails": .array([.string("a")])], "e"),
        (["emails": .array([.string("a"), .string("b")])], "a"), (["emails": .array([])], nil),
        (["emails": .array([.string("a"), .null])], nil), ([:], nil),
    ]

    @Test(arguments: names)
    func `a person is shown by the best name there is`(_ claims: [String: JSONValue], _ name: String?) {
        #expect(Identity(issuer: "i", subject: "s", claims: Claims(claims)).username == name)
    }
}

@Suite struct ClientRegistrationTests {
    private func registration(secret: String? = nil) throws -> ClientRegistration {
        ClientRegistration(
            name: "n", issuer: try #require(URL(string: "https://id.example")), clientID: "c",
            authentication: ClientAuthentication(secret: secret),
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: ["User.Read"])
    }

    @Test func `openid is asked for by itself`() throws {
        #expect(try registration().scopes.text == "openid User.Read")
        #expect(try registration().asking(for: ["Mail.Read", "openid"]).scopes.text == "openid User.Read Mail.Read")
    }

    @Test func `ID tokens of another algorithm than the registered one are refused`() async throws {
        let fixture = TokenFixture()
        let now = fixture.now
        let provider = try await fixture.provider.discovered(time: TimeSource { now })
        for (algorithm, isGood) in [("RS256", true), ("PS256", false)] {
            let registration = ClientRegistration(
                name: "n", issuer: try #require(URL(string: FakeProvider.issuer)), clientID: TokenFixture.clientID,
                redirectURI: try #require(RedirectURI("http://localhost")), scopes: [], idTokenAlgorithm: algorithm)
            let validator = TokenValidator(provider, for: registration, time: TimeSource { now })
            let identity = try? await validator.validateIDToken(
                in: try fixture.tokens(), answering: try fixture.answer())
            #expect((identity != nil) == isGood, "\(algorithm)")
        }
    }

    @Test(arguments: [(nil, false), ("", false), ("s3cret", true)] as [(String?, Bool)])
    func `a client with a secret is confidential`(_ secret: String?, _ isConfidential: Bool) throws {
        #expect(try registration(secret: secret).authentication.isConfidential == isConfidential)
    }

    @Test func `it says nothing of its secret`() throws {
        let registration = try registration(secret: "s3cret")
        var dumped = ""
        dump(registration, to: &dumped)
        for text in ["\(registration)", String(reflecting: registration), dumped] {
            #expect(!text.contains("s3cret"))
        }
    }
}

/// RFC 8414 §2.
@Suite struct RevocationAuthenticationTests {
    private static func ways(_ registered: ClientAuthentication, offered: String?) async throws -> [String] {
        let methods = offered.map { #","revocation_endpoint_auth_methods_supported":\#($0)"# } ?? ""
        let metadata = String(FakeProvider.metadata.dropLast()) + methods + "}"
        let provider = try await FakeProvider(metadata: metadata).discovered(time: .system)
        return provider.revocationAuthentications(of: registered).map { way in
            switch way {
            case .none: "none"
            case .secret(_, let method): method?.rawValue ?? "usual"
            case .privateKeyJWT: "private_key_jwt"
            case .mutualTLS: "mutual_tls"
            case .federatedAssertion: "federated"
            }
        }
    }

    @Test(arguments: [nil, "[]", #"["client_secret_post"]"#, #"["none"]"#, "7"])
    func `a public client always asks: many providers serve it unnamed`(_ offered: String?) async throws {
        #expect(try await Self.ways(.none, offered: offered) == ["none"])
    }

    @Test(
        arguments: [
            (nil, ["client_secret_basic"]), (#"["client_secret_post"]"#, ["client_secret_post"]),
            ("[]", ["client_secret_basic"]),
            (#"["private_key_jwt"]"#, []), ("7", ["client_secret_basic"]),
            (#"["x","client_secret_post","client_secret_basic"]"#, ["client_secret_basic"]),
        ] as [(String?, [String])])
    func `a secret goes by a method that the endpoint offers`(_ offered: String?, _ ways: [String]) async throws {
        #expect(try await Self.ways(.secret(Redacted("s")), offered: offered) == ways)
    }

    @Test(
        arguments: [(nil, 1), (#"["self_signed_tls_client_auth"]"#, 1), (#"["client_secret_basic"]"#, 0)]
            as [(String?, Int)])
    func `a certificate serves where the endpoint takes one, or does not say`(
        _ offered: String?, _ count: Int
    ) async throws { #expect(try await Self.ways(.mutualTLS, offered: offered).count == count) }
}
