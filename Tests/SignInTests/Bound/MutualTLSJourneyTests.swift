// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPMessages
import LocalTenant
import SignInProvider
import SignInTesting

@testable import SignIn

/// RFC 8705.
@Suite(.timeLimit(.minutes(1))) struct MutualTLSJourneyTests {
    static let api = URL(constant: "https://orders.aldervale.example/")

    private struct Journey: Sendable {
        let tenant: TestTenant
        let certificate: TestCertificate
        let transport: TamperingTransport
        let registration: ClientRegistration
        let presented: PresentedToAPI

        func flow(_ change: (inout ClientRegistration) -> Void = { _ in }) -> SignInFlow {
            var registration = registration
            change(&registration)
            return tenant.flow(registration, over: transport)
        }

        var agent: ScriptedUserAgent { tenant.userAgent(signingIn: tenant.person) }

        func requests(to path: String) -> [TamperingTransport.Sent] {
            transport.sent.filter { $0.request.path == path }
        }
    }

    private final class PresentedToAPI: Sendable {
        private let certificate: Mutex<Data?>

        init(_ der: Data) { certificate = Mutex(der) }

        var value: Data? {
            get { certificate.withLock { $0 } }
            set { certificate.withLock { $0 = newValue } }
        }
    }

    private let journey: Journey

    init() async throws { journey = try await Self.begun() }

    private static func begun() async throws -> Journey {
        let tenant = try await withTenant { $0 }
        let certificate = try TestCertificate(named: "till", from: tenant.clock.now)
        let transport = TamperingTransport(tenant.transport.presenting(certificate: certificate.der))
        let presented = PresentedToAPI(certificate.der)
        let tokens = AcceptedTokens(
            from: ProviderDescription(issuer: BoundSignIn.issuer),
            AccessTokenRules(audiences: [StandardSampleClient.apiURI]))
        let protection = BearerProtection(
            accepting: [tokens], boundToCertificates: CertificateRules(requiresBinding: true),
            over: tenant.transport, time: tenant.clock.time)
        transport.answer { request, _ in
            guard request.authority == api.host() else { return nil }
            do {
                let caller = try await protection.caller(
                    of: request, presenting: presented.value.map(ClientCertificate.init))
                return TransportResponse(200, caller.subject)
            } catch let challenge as BearerChallenge {
                return challenge.response
            }
        }
        let registration = try await CertifiedRegistration.make(
            certificate, at: BoundSignIn.issuer, over: tenant.transport)
        return Journey(
            tenant: tenant, certificate: certificate, transport: transport,
            registration: registration, presented: presented)
    }

    @Test func `a client signs in, calls, refreshes and signs out, with its certificate alone`() async throws {
        let flow = journey.flow()
        let account = try await flow.signIn(with: journey.agent)
        let orders = flow.authorizedTransport(for: account, scopes: ["orders.read"], to: Self.api)
        for _ in 0..<2 {
            let response = try await orders.send(HTTPRequest(url: Self.api))
            #expect(response.status == .ok)
            #expect(String(decoding: response.body, as: UTF8.self) == journey.tenant.person.id)
            journey.tenant.clock.advance(by: .seconds(3600))
        }
        #expect(try await flow.userInfo(of: account).subject == journey.tenant.person.id)
        #expect(try await flow.signOut(account).states.last == "revoked")
        for path in ["/op/par", "/op/token", "/op/userinfo", "/op/revoke"] {
            let sent = journey.requests(to: path)
            #expect(!sent.isEmpty && sent.allSatisfy { $0.request.authority == "localhost:4401" }, "\(path)")
        }
        let forms = ["/op/par", "/op/token", "/op/revoke"].flatMap(journey.requests).compactMap(\.form)
        #expect(forms.count >= 3 && forms.allSatisfy { $0["client_id"] == journey.registration.clientID })
        #expect(forms.allSatisfy { $0["client_secret"] == nil && $0["client_assertion"] == nil })
    }

    @Test func `the API refuses the token on another connection`() async throws {
        let flow = journey.flow()
        let account = try await flow.signIn(with: journey.agent)
        let orders = flow.authorizedTransport(for: account, scopes: ["orders.read"], to: Self.api)
        let other = try TestCertificate(named: "till", from: journey.tenant.clock.now)
        for der in [nil, other.der] {
            journey.presented.value = der
            let response = try await orders.send(HTTPRequest(url: Self.api))
            #expect(response.status == .unauthorized)
            #expect(response.head.headerFields[.wwwAuthenticate]?.contains(#"error="invalid_token""#) == true)
        }
        journey.presented.value = journey.certificate.der
        #expect(try await orders.send(HTTPRequest(url: Self.api)).status == .ok)
    }

    @Test func `a client with another certificate fails authentication`() async throws {
        let other = try TestCertificate(named: "till", from: journey.tenant.clock.now)
        let transport = journey.tenant.transport.presenting(certificate: other.der)
        let accounts = AccountStore(MemoryAccountStorage(), over: transport, time: journey.tenant.clock.time)
        await expect(ServerError.self, .invalidClient) {
            try await SignInFlow(journey.registration, keepingIn: accounts).authorizationRequest()
        }
    }

    /// The provider would issue tokens that any holder can use. RFC 8705 §3.4
    @Test
    func `a client with a key and bound tokens sends nothing over a transport without a certificate`() async throws {
        let plain = TamperingTransport(journey.tenant.transport)
        let accounts = AccountStore(MemoryAccountStorage(), over: plain, time: journey.tenant.clock.time)
        var registration = journey.registration
        registration.authentication = .privateKeyJWT(try ClientKey(pem: SampleKeys.elliptic))
        let refusal = await #expect(throws: Refusal.self) {
            try await SignInFlow(registration, keepingIn: accounts).authorizationRequest()
        }
        #expect(refusal?.code == .tokenNotBound && plain.sent.isEmpty)
        // The key authenticates the client, and the certificate binds its tokens, at the endpoint that requests it.
        let provider = try await AccountStore(
            MemoryAccountStorage(), over: journey.transport, time: journey.tenant.clock.time
        ).providers.provider(for: registration)
        #expect(provider.metadata.tokenEndpoint?.absoluteString == "https://localhost:4401/op/token")
        let decorated = RetryingTransport(over: RedirectingTransport(over: journey.transport))
        #expect(decorated.presentsCertificate)
        let others = AccountStore(MemoryAccountStorage(), over: decorated, time: journey.tenant.clock.time)
        _ = try await SignInFlow(journey.registration, keepingIn: others).authorizationRequest()
    }

    /// Providers that lack one requirement for a client with a certificate.
    static let lacks: [(String, (any Sendable)?)] = [
        ("token_endpoint_auth_methods_supported", ["private_key_jwt"]),
        ("tls_client_certificate_bound_access_tokens", nil), ("tls_client_certificate_bound_access_tokens", false),
        ("pushed_authorization_request_endpoint", nil),
    ]

    @Test(arguments: lacks.indices)
    func `a provider that cannot do the profile is refused before a page opens`(_ row: Int) async throws {
        var change = [Self.lacks[row].0: Self.lacks[row].1]
        if change.keys.contains("pushed_authorization_request_endpoint") {
            change["mtls_endpoint_aliases"] = .some(nil)
        }
        journey.transport.changeMetadata(change)
        await expect(Refusal.self, .securityProfileUnmet) { try await journey.flow().authorizationRequest() }
        #expect(journey.requests(to: "/op/par").isEmpty)
    }

    @Test func `without a profile, a provider that does not bind tokens is refused as well`() async throws {
        journey.transport.changeMetadata(["tls_client_certificate_bound_access_tokens": nil])
        let plain = ClientRegistration(
            name: "plain", issuer: BoundSignIn.issuer, clientID: journey.registration.clientID,
            authentication: .mutualTLS, redirectURI: journey.registration.redirectURI, scopes: [])
        func request(_ isBound: Bool) async throws {
            var registration = plain
            registration.tlsClientCertificateBoundAccessTokens = isBound
            let accounts = AccountStore(
                MemoryAccountStorage(), over: journey.transport, time: journey.tenant.clock.time)
            _ = try await SignInFlow(registration, keepingIn: accounts).authorizationRequest()
        }
        await expect(Refusal.self, .tokenNotBound) { try await request(true) }
        try await request(false)
    }

    @Test func `the profile takes each kind of key with each kind of binding`() throws {
        let key = try ClientKey(pem: SampleKeys.elliptic)
        let redirectURI = try #require(RedirectURI("http://127.0.0.1:8090/callback"))
        for authentication in [ClientAuthentication.mutualTLS, .privateKeyJWT(key)] {
            for constraint in [SecurityProfile.SenderConstraint.dpop, .mutualTLS] {
                let registration = try ClientRegistration(
                    .fapi2, name: "bank", issuer: BoundSignIn.issuer, clientID: "bank", authentication: authentication,
                    boundBy: constraint, redirectURI: redirectURI, scopes: [])
                #expect(registration.dpopBoundAccessTokens == (constraint == .dpop))
                #expect(registration.tlsClientCertificateBoundAccessTokens == (constraint == .mutualTLS))
                var weaker = registration
                (weaker.dpopBoundAccessTokens, weaker.tlsClientCertificateBoundAccessTokens) = (false, false)
                #expect(throws: Refusal.self) { try weaker.checkProfile() }
            }
        }
        #expect(throws: Refusal.self) {
            try ClientRegistration(
                .fapi2, name: "bank", issuer: BoundSignIn.issuer, clientID: "bank", authentication: .none,
                boundBy: .mutualTLS, redirectURI: redirectURI, scopes: [])
        }
    }
}
