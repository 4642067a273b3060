// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ClientAssertionTests: SiteSuite {
    let site: Site

    static let vectors = [
        ("RS256 and x5t", AssertionVectors.rs256), ("PS256 and x5t#S256", AssertionVectors.ps256),
        ("RS256 and kid", AssertionVectors.kid), ("ES256 and x5t", AssertionVectors.es256),
        ("ES256 and padded thumbprints", AssertionVectors.msal),
    ]

    private func siteOfVectors() async throws -> Site {
        var app = RegisteredApp.sample(id: AssertionVectors.clientID)
        app.keyCredentials = [
            AssertionVectors.ellipticCertificate, AssertionVectors.rsaCertificate, AssertionVectors.msalCertificate,
        ]
        .map { KeyCredential(certificate: $0) }
        try await site.add(app)
        return site
    }

    @Test(arguments: vectors)
    func `accepts assertions signed by other programs`(_ name: String, _ assertion: String) async throws {
        let site = try await siteOfVectors()
        let form = FormParameters.asserting(assertion, clientID: AssertionVectors.clientID)
        let answer = try await site.token(form)
        #expect(answer.status == .ok, "\(name): \(answer.text)")
        #expect(try await site.claims(of: try answer.object()["access_token"])["appidacr"]?.string == "2")
        // The real service accepts an assertion twice, too.
        #expect(try await site.token(form).status == .ok)
        // Some of the times have a fraction.
        site.clock.advance(by: .seconds(600 + 301))
        #expect(try await site.token(form).errorNumber == 700_024)
    }

    /// Seconds from now; TokenErrorNumberTests has those one second further.
    @Test(arguments: [(300, 900), (0, 86_700), (-86_400, 300), (-600, -299)])
    func `an assertion is good up to both its limits`(_ begin: Int, _ end: Int) async throws {
        try await site.addKeyedApp()
        let now = Int(site.clock.now.timeIntervalSince1970)
        let assertion = try AppKey.shared.get()
            .assertion(["nbf": .number("\(now + begin)"), "exp": .number("\(now + end)")])
        #expect(try await site.token(.asserting(assertion)).status == .ok)
    }

    @Test func `a code is redeemed with an assertion`() async throws {
        try await site.addKeyedApp()
        let request = FormParameters.goodRequest.with("client_id", AppKey.id).with("scope", "openid User.Read")
        let form = FormParameters.redeeming(try await site.code(for: request)).with("client_id", AppKey.id)
            .with("client_assertion", try AppKey.shared.get().assertion())
            .with("client_assertion_type", FormParameters.assertionType)
        let tokens = try await site.token(form).object()
        #expect(try await site.claims(of: tokens["access_token"])["appidacr"]?.string == "2")
    }

    static let audiences =
        [
            "/\(Site.tenantID)/oauth2/v2.0/token", "/\(Site.domain)/oauth2/v2.0/token",
            "/\(Site.tenantID)/oauth2/token",
            "/\(Site.tenantID)/v2.0", "/\(Site.tenantID)/", "/\(Site.tenantID)/oauth2/V2.0/token",
        ].map { "http://\(Site.authority)\($0)" } + [
            "http://localhost:4400\(Site.tokenPath)", "http://[::1]:4400/\(Site.tenantID)/v2.0",
            "http://\(Site.authority)/common/oauth2/v2.0/token", "https://sts.windows.net/\(Site.tenantID)/",
        ]

    private func expectAccepted(_ assertion: (AppKey) throws -> String) async throws {
        try await site.addKeyedApp()
        let holder = try await site.holder(of: try await site.token(.asserting(try assertion(try AppKey.shared.get()))))
        #expect(holder.app == AppKey.id && holder.person == nil)
    }

    @Test(arguments: audiences)
    func `the audience can be each name of the directory and of the server`(_ audience: String) async throws {
        try await expectAccepted { try $0.assertion(["aud": .string(audience)]) }
    }

    @Test(arguments: [SignatureAlgorithm.rs256, .ps256])
    func `a key may be registered without a certificate`(_ algorithm: SignatureAlgorithm) async throws {
        try await expectAccepted { try $0.assertion(algorithm: algorithm) }
    }

    @Test func `an app may have a secret and a key`() async throws {
        try await site.addKeyedApp { $0.passwordCredentials = [PasswordCredential(secret: "secret")] }
        let form = FormParameters.asserting(try AppKey.shared.get().assertion())
        #expect(try await site.token(form).status == .ok)
        #expect(try await site.token(form.without("client_assertion").with("client_secret", "secret")).status == .ok)
        #expect(try await site.token(form.with("client_secret", "secret")).errorNumber == 9_002_313)
    }
}
