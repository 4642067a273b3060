// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 8705 §3, §4.
@Suite struct CertificateBoundTokenTests {
    @Test func `a token is bound to the certificate where the client registered that`() async throws {
        for isBound in [true, false] {
            let client = try await CertifiedClient { $0.bindsTokensToCertificate = isBound }
            let answer = try await client.ask(presenting: client.certificate.der).object()
            #expect(answer["token_type"] == .string("Bearer"))
            let token = answer["access_token"]?.string
            let claims = try await client.site.standardClaims(of: token).claims
            let confirmation = JSONValue.object(["x5t#S256": .string(client.certificate.thumbprint)])
            #expect(claims["cnf"] == (isBound ? confirmation : nil))
            let told = try await client.site.post("/op/introspect", .asking(try #require(token))).object()
            #expect(told["active"] == .boolean(true) && told["token_type"] == .string("Bearer"))
            #expect(told["cnf"] == (isBound ? confirmation : nil))
        }
    }

    @Test func `without a certificate, a client with bound tokens gets none`() async throws {
        let client = try await CertifiedClient {
            ($0.authenticationMethods, $0.bindsTokensToCertificate) = ([.none], true)
        }
        #expect(try await client.ask(presenting: nil).errorCode == "invalid_request")
        #expect(try await client.ask(presenting: client.certificate.der).status == .ok)
    }

    private static func publicClient() async throws -> CertifiedClient {
        try await CertifiedClient {
            $0.redirectURIs = ["http://127.0.0.1/callback"]
            ($0.authenticationMethods, $0.keySet) = ([.none], nil)
            ($0.grantTypes, $0.responseTypes) = ([.authorizationCode, .refreshToken], [.code])
            $0.scopes = ["openid", "profile", "offline_access"]
            $0.bindsTokensToCertificate = true
        }
    }

    private static func tokens(of client: CertifiedClient) async throws -> [String: JSONValue] {
        let request = FormParameters.standardRequest.with("client_id", CertifiedClient.id)
        let form = FormParameters.standardRedeeming(try await client.site.standardCode(for: request))
            .with("client_id", CertifiedClient.id)
        let answer = try await client.site.post(
            "/op/token", form, to: Site.certificateAuthority, presenting: client.certificate.der)
        return try answer.object()
    }

    @Test func `the claims of a person are for the certificate of the token`() async throws {
        let client = try await Self.publicClient()
        let token = try #require(try await Self.tokens(of: client)["access_token"]?.string)
        let other = try TestCertificate(named: "other", from: client.site.clock.now)
        for (der, isRight) in [(client.certificate.der, true), (other.der, false), (nil, false)] {
            let answer = try await client.site.send(
                .get, "/op/userinfo", fields: [.authorization: "Bearer \(token)"], to: Site.certificateAuthority,
                presenting: der)
            #expect((answer.status == .ok) == isRight)
            #expect(isRight || answer["WWW-Authenticate"]?.contains(#"error="invalid_token""#) == true)
        }
    }

    @Test func `the refresh token of a public client is bound as well, also after a rotation`() async throws {
        let client = try await Self.publicClient()
        let other = try TestCertificate(named: "other", from: client.site.clock.now)
        var token = try #require(try await Self.tokens(of: client)["refresh_token"]?.string)
        for _ in 0..<2 {
            let kept = try #require(try await client.site.platform.standardProvider.grantStore.refreshToken(token))
            #expect(kept.token.confirmation.certificateThumbprint == client.certificate.thumbprint)
            let form = FormParameters.standardRefreshing(token).with("client_id", CertifiedClient.id)
            func refresh(_ der: Data) async throws -> Answer {
                try await client.site.post("/op/token", form, to: Site.certificateAuthority, presenting: der)
            }
            #expect(try await refresh(other.der).errorCode == "invalid_grant")
            token = try #require(try await refresh(client.certificate.der).object()["refresh_token"]?.string)
        }
    }

    @Test func `a bound token is exchanged with its certificate alone`() async throws {
        let client = try await CertifiedClient(secret: "s") {
            $0.bindsTokensToCertificate = true
            $0.redirectURIs = ["http://127.0.0.1:49152/callback"]
            ($0.grantTypes, $0.responseTypes) = ([.authorizationCode, .tokenExchange], [.code])
            $0.scopes = ["openid", "profile", "offline_access", "orders.read"]
            $0.authenticationMethods = [.selfSignedCertificate, .secretPost]
        }
        let token = try #require(try await Self.tokens(of: client)["access_token"]?.string)
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": CertifiedClient.id,
            "client_secret": "s", "subject_token": token,
            "subject_token_type": "urn:ietf:params:oauth:token-type:access_token",
        ]
        let other = try TestCertificate(named: "other", from: client.site.clock.now)
        for (der, isRight) in [(other.der, false), (client.certificate.der, true)] {
            let answer = try await client.site.post("/op/token", form, to: Site.certificateAuthority, presenting: der)
            #expect((answer.status == .ok) == isRight, "\(answer.text)")
        }
    }

    @Test func `a proof names the address to which the client sends it`() async throws {
        let client = try await CertifiedClient { $0.bindsTokensToCertificate = true }
        let maker = try ProofMaker(client.site)
        let form: FormParameters = ["grant_type": "client_credentials", "client_id": CertifiedClient.id]
        let usual = "http://127.0.0.1:4400/op/token"
        for (address, isRight) in [("https://localhost:4401/op/token", true), (usual, false)] {
            var claims = maker.claims(at: "/op/token")
            claims["htu"] = .string(address)
            let answer = try await client.site.post(
                "/op/token", form, fields: ProofMaker.field(maker.sign(claims)), to: Site.certificateAuthority,
                presenting: client.certificate.der)
            #expect((answer.status == .ok) == isRight)
            guard isRight else { continue }
            let token = try answer.object()
            #expect(token["token_type"] == .string("DPoP"))
            let confirmation = try await client.site.standardClaims(of: token["access_token"]?.string).claims["cnf"]
            let both: [String: JSONValue] = [
                "jkt": .string(maker.thumbprint), "x5t#S256": .string(client.certificate.thumbprint),
            ]
            #expect(confirmation == .object(both))
        }
    }

    @Test(arguments: ["https://localhost:4401/op/token", "http://127.0.0.1:4400/op/token"])
    func `an assertion may be for either address of the token endpoint`(_ audience: String) async throws {
        let site = try Site(asksForCertificates: true)
        var claims = SampleServiceKey.claims(site)
        claims["aud"] = .string(audience)
        let request: FormParameters = ["grant_type": "client_credentials", "scope": StandardSampleClient.apiScope]
        let form = try request.asserting(claims)
        #expect(try await site.post("/op/token", form, to: Site.certificateAuthority).status == .ok)
    }
}
