// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

/// The requests of the sample app of 2016, to the letter: no state, no nonce, no proof key, an empty secret, two
/// slashes behind the host, and the flow in query and body.
@Suite struct CustomerSample2016Tests: SiteSuite {
    let site: Site

    static let directory = "//\(Site.customersDomain)"
    static let client = SampleApp.customerTasksID
    static let query = "p=B2C_1_susi"
    static let redirect = "urn:ietf:wg:oauth:2.0:oob"

    private func authorize(_ browser: inout Browser) async throws -> Answer {
        try await browser.get(
            "\(Self.directory)/oauth2/v2.0/authorize?\(Self.query)&response_type=code&client_id=\(Self.client)"
                + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=openid%20\(Self.client)")
    }

    private func token(_ body: String) async throws -> Answer {
        try await site.send(
            .post, "\(Self.directory)/oauth2/v2.0/token?\(Self.query)",
            fields: [.contentType: "application/x-www-form-urlencoded"], body: Data(body.utf8))
    }

    /// What the library sends for a code: everything of the address's query comes along in the body.
    private func redeem(_ code: String, scope: String = "openid%20\(client)") async throws -> Answer {
        try await token(
            "p=B2C_1_susi&grant_type=authorization_code&client_id=\(Self.client)&client_secret=&code=\(code)"
                + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=\(scope)")
    }

    @Test func `two people sign up, one after the other, and get tokens of their own`() async throws {
        var subjects: [String] = []
        for (email, name) in [("ada@example.com", "Ada"), ("bo@example.com", "Bo")] {
            // The app's web view forgets its cookies when the app signs somebody out.
            var browser = Browser(site)
            let page = try await authorize(&browser)
            #expect(page.status == .ok && page.form.action.hasPrefix("/\(Site.customersDomain)/login"))
            let answer = try await browser.signUp(email, named: name, from: page)
            let location = try #require(answer.location)
            #expect(answer.status == .found)
            #expect(location.hasPrefix("\(Self.redirect)?code="))
            #expect(!location.dropFirst("\(Self.redirect)?code=".count).contains("="))
            let reply = try await redeem(try #require(answer.carried["code"])).object()
            #expect(reply["token_type"]?.string == "Bearer")
            let claims = try await site.flowClaims(of: reply["access_token"])
            #expect((claims["aud"]?.string, claims["azp"]?.string, claims["scp"]) == (Self.client, Self.client, nil))
            #expect((claims["name"]?.string, claims["emails"]?.array) == (name, [.string(email)]))
            #expect(claims["newUser"] == .boolean(true))
            subjects.append(try #require(claims["oid"]?.string))
        }
        #expect(Set(subjects).count == 2)
    }

    @Test func `the scope list is sent again with every refresh`() async throws {
        let request: FormParameters = [
            "response_type": "code", "client_id": Self.client, "redirect_uri": Self.redirect,
            "scope": "openid offline_access \(Self.client)",
        ]
        let first = try await redeem(try await site.flowCode(for: request)).object()
        let refreshed = try await token(
            "p=B2C_1_susi&grant_type=refresh_token&client_id=\(Self.client)&client_secret="
                + "&refresh_token=\(first["refresh_token"]?.string ?? "")&scope=openid%20\(Self.client)")
        #expect(refreshed.status == .ok)
        #expect(try await site.flowClaims(of: try refreshed.object()["access_token"])["newUser"] == nil)
    }

    @Test func `with openid alone there is an ID token, which these apps used as access token`() async throws {
        let request: FormParameters = [
            "response_type": "code", "client_id": Self.client, "redirect_uri": Self.redirect, "scope": "openid",
        ]
        let tokens = try await redeem(try await site.flowCode(for: request), scope: "openid").object()
        #expect(tokens["access_token"] == nil && tokens["expires_in"] == nil)
        #expect(try await site.flowClaims(of: tokens["id_token"])["aud"]?.string == Self.client)
    }
}
