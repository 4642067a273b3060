// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import LocalTenant
import SignInTesting

@testable import SignIn
@testable import SignInProvider

/// The preset for the FAPI 2.0 Security Profile, clause by clause; `docs/fapi2.md` names these tests.
@Suite(.timeLimit(.minutes(1))) struct FAPI2ProfileTests {
    private static func key(_ json: String = ClientAuthenticationTests.sampleServiceKey) throws -> ClientKey {
        try ClientKey(jsonWebKey: Data(json.utf8))
    }

    private static func registration(_ key: ClientKey? = nil) throws -> ClientRegistration {
        try ClientRegistration(
            .fapi2, name: "service", issuer: BoundSignIn.issuer, clientID: StandardSampleClient.serviceID,
            key: try key ?? Self.key(), redirectURI: try #require(RedirectURI("http://127.0.0.1:8090/callback")),
            scopes: BoundSignIn.scopes)
    }

    private let (flow, transport, tenant, agent): (SignInFlow, TamperingTransport, TestTenant, ScriptedUserAgent)

    init() async throws {
        (tenant, transport) = try await tamperedTenant()
        (flow, agent) = (
            tenant.flow(try Self.registration(), over: transport), tenant.userAgent(signingIn: tenant.person)
        )
    }

    @Test
    func `a confidential client signs in, calls, refreshes and signs out, bound and pushed throughout`() async throws {
        let account = try await flow.signIn(with: agent)
        let api = flow.authorizedTransport(for: account, scopes: BoundSignIn.scopes, to: BoundSignIn.userInfo)
        for _ in 0..<2 {
            #expect(try await api.send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
            tenant.clock.advance(by: .seconds(3 * 3600))
        }
        #expect(try await flow.userInfo(of: account).subject == tenant.person.id)
        #expect(try await flow.signOut(account).states.last == "revoked")
        let ours = transport.sent.filter { ["/op/par", "/op/token", "/op/revoke"].contains($0.request.path) }
        #expect(ours.count >= 4 && ours.allSatisfy { SentProof(in: $0.request) != nil })
        #expect(ours.allSatisfy { $0.form?["client_assertion"] != nil && $0.form?["client_secret"] == nil })
    }

    @Test func `an assertion names the issuer as its audience, in one string`() async throws {
        _ = try await flow.signIn(with: agent)
        let assertions = transport.sent.compactMap { $0.form?["client_assertion"] }
        #expect(assertions.count == 2 && Set(assertions).count == 2, "pushed request and code")
        for assertion in assertions {
            let claims = try StrictJSON.object(in: Base64URL.decode(assertion.split(separator: ".")[1]))
            #expect(claims["aud"] == .string("http://127.0.0.1:4400/op"))
        }
    }

    @Test func `the request has a challenge by S256, new each time, and a short nonce`() async throws {
        for _ in 0..<2 { _ = try await flow.authorizationRequest() }
        let pushed = transport.sent.filter { $0.request.path == "/op/par" }.compactMap(\.form)
        #expect(pushed.count == 2 && pushed.allSatisfy { $0["code_challenge_method"] == "S256" })
        #expect(Set(pushed.map { $0["code_challenge"] }).count == 2)
        #expect(pushed.allSatisfy { (1...64).contains($0["nonce"]?.utf8.count ?? 0) })
        #expect(pushed.allSatisfy { $0["response_type"] == "code" })
    }

    @Test func `the browser carries only client_id and request_uri`() async throws {
        let request = try await flow.authorizationRequest()
        #expect(FormParameters(queryOf: request.url)?.pairs.map(\.name) == ["client_id", "request_uri"])
    }

    @Test(arguments: [nil, "http://127.0.0.1:4400/other"])
    func `a response without the issuer is refused, also where none is promised`(_ issuer: String?) async throws {
        transport.changeMetadata(["authorization_response_iss_parameter_supported": nil])
        let visit = try await agent.prepareVisit(for: flow.registration.redirectURI)
        let request = try await flow.authorizationRequest(redirectURI: visit.redirectURI)
        let redirect = try await visit.open(request.url).revealed
        var parameters = FormParameters()
        for pair in try #require(FormParameters(queryOf: redirect)).pairs where pair.name != "iss" {
            parameters.append(pair.name, pair.value)
        }
        parameters.append("iss", issuer)
        let address = try #require(URL(string: "http://127.0.0.1:8090/callback?\(parameters.encoded)"))
        await expect(Refusal.self, .redirectIssuerMismatch) {
            try await flow.finish(Redacted(address), answering: request)
        }
        #expect(transport.tokenRequests.isEmpty, "the code goes nowhere")
    }

    /// Registrations with one setting weaker than the profile.
    static let weakenings: [(String, @Sendable (inout ClientRegistration) throws -> Void)] = [
        ("no authentication", { $0.authentication = .none }),
        ("a secret", { $0.authentication = .secret(Redacted("secret")) }),
        ("an assertion of others", { $0.authentication = .federatedAssertion { Redacted("a") } }),
        ("RS256", { $0.authentication = .privateKeyJWT(try ClientKey(pem: SampleKeys.rsa)) }),
        ("unbound tokens", { $0.dpopBoundAccessTokens = false }),
        ("requests in the browser", { $0.requiresPushedAuthorizationRequests = false }),
        ("ID tokens by RS256", { $0.idTokenAlgorithm = "RS256" }),
        ("metadata from elsewhere", { $0.metadataURL = URL(constant: "http://127.0.0.1:4400/op/metadata") }),
        ("an issuer without https", { $0.issuer = URL(constant: "http://op.example") }),
        ("a redirect to any app", { $0.redirectURI = try #require(RedirectURI("com.example.app:/callback")) }),
    ]

    @Test(arguments: weakenings.indices)
    func `a registration that is weaker in one point is refused`(_ row: Int) async throws {
        let (name, weaken) = Self.weakenings[row]
        var registration = try Self.registration()
        try registration.checkProfile()
        try weaken(&registration)
        expectNow(Refusal.self, .securityProfileUnmet, "\(name)") { try registration.checkProfile() }
        await expect(Refusal.self, .securityProfileUnmet, "\(name)") {
            try await tenant.signInFlow(registration).authorizationRequest()
        }
    }

    @Test func `a weak key is refused when the registration is made`() throws {
        let refusal = #expect(throws: Refusal.self) { try Self.registration(try ClientKey(pem: SampleKeys.rsa)) }
        #expect(refusal?.code == .securityProfileUnmet && refusal?.message.contains("PS256") == true)
    }

    @Test(arguments: ["PS256", "ES256", "EdDSA"])
    func `accepts the three algorithms of the profile`(_ algorithm: String) throws {
        let key =
            switch algorithm {
            case "PS256": try ClientKey(pem: SampleKeys.rsa, algorithm: "PS256")
            case "ES256": try ClientKey(pem: SampleKeys.elliptic)
            // RFC 8037 §A.1
            default:
                try Self.key(
                    #"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","#
                        + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#)
            }
        #expect(key.algorithm == algorithm)
        #expect(try Self.registration(key).profile == .fapi2)
    }

    /// Providers that lack one requirement of the profile.
    static let lacks: [(String, (any Sendable)?)] = [
        ("pushed_authorization_request_endpoint", nil), ("code_challenge_methods_supported", nil),
        ("token_endpoint_auth_methods_supported", ["client_secret_basic"]),
        ("dpop_signing_alg_values_supported", nil), ("dpop_signing_alg_values_supported", ["RS256"]),
    ]

    @Test(arguments: lacks.indices)
    func `a provider that cannot do the profile is refused before a page opens`(_ row: Int) async throws {
        transport.changeMetadata([Self.lacks[row].0: Self.lacks[row].1])
        await expect(Refusal.self, .securityProfileUnmet) { try await flow.authorizationRequest() }
        #expect(!transport.sent.contains { $0.request.path == "/op/par" })
    }

    @Test(arguments: ["issuer", "another"])
    func `metadata that name another issuer are refused`(_ member: String) async throws {
        transport.changeMetadata(["issuer": "http://127.0.0.1:4400/\(member)"])
        await expect(Refusal.self, .metadataIssuerMismatch) { try await flow.authorizationRequest() }
    }

    @Test func `an ID token by RS256 is refused, also where the provider announces it`() async throws {
        let provider = try await flow.discover()
        let validator = flow.tokenValidator(of: provider)
        let key = try JSONWebPrivateKey(pem: SampleKeys.rsa)
        let token = try CompactJWS.sign(
            Array("{}".utf8), header: JWSHeader(algorithm: .rs256, keyIdentifier: "k"), with: key)
        #expect(provider.metadata.idTokenSigningAlgorithms.contains("RS256"))
        await expect(Refusal.self, .algorithmNotAllowed) { try await validator.verified(Redacted(token)) }
    }

    @Test func `tokens that are not bound are refused`() async throws {
        transport.changeTokens(["token_type": "Bearer"])
        await expect(Refusal.self, .tokenNotBound) { try await flow.signIn(with: agent) }
    }

    @Test func `a rotated refresh token takes the place of the old one`() async throws {
        let account = try await flow.signIn(with: agent)
        let first = try await flow.accounts.storage.record(account.id)?.refreshToken
        tenant.clock.advance(by: .seconds(3 * 3600))
        _ = try await flow.session(of: account).accessToken(for: BoundSignIn.scopes)
        let second = try await flow.accounts.storage.record(account.id)?.refreshToken
        #expect(first != nil && second != nil && first != second)
    }

    @Test func `the access token is in the header, and never in an address`() async throws {
        let account = try await flow.signIn(with: agent)
        let api = flow.authorizedTransport(for: account, scopes: BoundSignIn.scopes, to: BoundSignIn.userInfo)
        _ = try await api.send(HTTPRequest(url: BoundSignIn.userInfo))
        let token = try await flow.session(of: account).accessToken(for: BoundSignIn.scopes).revealed
        let call = try #require(transport.sent.last?.request)
        #expect(call.headerFields[.authorization] == "DPoP \(token)")
        #expect(transport.sent.allSatisfy { $0.request.path?.contains(token) == false })
    }

    @Test func `a provider's nonce is answered, at both of its servers`() async throws {
        let bound = try await BoundSignIn()
        #expect(try await bound.api().send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        #expect(bound.proofs(at: "par").last??["nonce"] != nil)
        #expect(bound.proofs(at: "userinfo").map { $0?["nonce"] == nil } == [true, false])
    }

    @Test func `a device code has no place in the profile`() async throws {
        await expect(Refusal.self, .securityProfileUnmet) { try await flow.signInWithDeviceCode { _ in } }
    }

    @Test func `a registration that an API's address led to has no profile, and gets none`() throws {
        var registration = ClientRegistration(
            APIRegistration(
                resource: "https://api.example", issuer: URL(constant: "https://op.example"),
                client: RegisteredClient(id: "found"), redirectURI: try #require(RedirectURI("http://127.0.0.1")),
                scopes: []))
        #expect(registration.profile == nil)
        registration.authentication = .privateKeyJWT(try Self.key())
        (registration.dpopBoundAccessTokens, registration.requiresPushedAuthorizationRequests) = (true, true)
        registration.profile = .fapi2
        expectNow(Refusal.self, .securityProfileUnmet) { try registration.checkProfile() }
    }
}
