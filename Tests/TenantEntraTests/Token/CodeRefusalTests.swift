// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct CodeRefusalTests: SiteSuite {
    let site: Site

    static let spoiled: [Spoiled] = [
        Spoiled("grant_type is missing", 900_144, "invalid_request") { $0.without("grant_type") },
        Spoiled("grant_type is empty", 900_144, "invalid_request") { $0.with("grant_type", "") },
        Spoiled("client_id is missing", 900_144, "invalid_request") { $0.without("client_id") },
        Spoiled("code is missing", 900_144, "invalid_request") { $0.without("code") },
        Spoiled("code is empty", 900_144, "invalid_request") { $0.with("code", "") },
        Spoiled("redirect_uri is missing", 900_144, "invalid_request") { $0.without("redirect_uri") },
        Spoiled("the client is unknown", 700_038, "unauthorized_client") { $0.with("client_id", "nobody") },
        Spoiled("a public client shows a secret", 700_025, "invalid_client") { $0.adding("client_secret", "secret") },
        Spoiled("the grant is unknown", 70003, "unsupported_grant_type") { $0.with("grant_type", "magic") },
        Spoiled("the grant is not offered", 70003, "unsupported_grant_type") {
            $0.with("grant_type", "urn:ietf:params:oauth:grant-type:saml2-bearer")
        },
        Spoiled("the grant has another case", 70003, "unsupported_grant_type") {
            $0.with("grant_type", "Authorization_Code")
        },
        Spoiled("the code is short", 9_002_313, "invalid_grant") { $0.with("code", "abc") },
        Spoiled("the code has an odd character", 9_002_313, "invalid_grant") {
            $0.with("code", String(repeating: "a", count: 42) + "=")
        },
        Spoiled("the code is enormous", 9_002_313, "invalid_grant") {
            $0.with("code", String(repeating: "a", count: 100_000))
        },
        Spoiled("the code does not begin as codes do", 9_002_313, "invalid_grant") {
            $0.with("code", String(repeating: "a", count: 43))
        },
        Spoiled("the code is made up, and the secret too", 9_002_313, "invalid_grant") {
            $0.with("code", String(repeating: "a", count: 43)).with("client_secret", "made up")
        },
        Spoiled("nobody gave the code out", 70000, "invalid_grant") {
            $0.with("code", "1.A" + String(repeating: "a", count: 43))
        },
        Spoiled("the redirect URI has another port", 500_112, "invalid_grant") {
            $0.with("redirect_uri", "http://localhost:49153")
        },
        Spoiled("the redirect URI has a slash more", 500_112, "invalid_grant") {
            $0.with("redirect_uri", "\(Site.redirectURI)/")
        },
        Spoiled("the verifier is missing", 50148, "invalid_grant") { $0.without("code_verifier") },
        Spoiled("the verifier is another", 501_481, "invalid_grant") {
            $0.with("code_verifier", String(repeating: "v", count: 43))
        },
        Spoiled("the verifier is the challenge itself", 501_481, "invalid_grant") {
            $0.with("code_verifier", FormParameters.goodRequest["code_challenge"])
        },
        Spoiled("the verifier is empty", 50148, "invalid_grant") { $0.with("code_verifier", "") },
        Spoiled("a permission is unknown", 70011, "invalid_scope") { $0.adding("scope", "Nobody.Knows") },
        Spoiled("a resource is unknown", 500_011, "invalid_resource") { $0.adding("scope", "api://nobody/Read") },
        Spoiled("the scope is white space", 28003, "invalid_request") { $0.adding("scope", " ") },
        Spoiled("two resources are asked for", 28000, "invalid_request") {
            $0.adding("scope", "User.Read api://tasks/Tasks.ReadWrite")
        },
    ]

    @Test(arguments: spoiled) func `a code is not redeemed when`(_ row: Spoiled) async throws {
        let answer = try await site.token(row.spoil(.redeeming(try await site.code())))
        let error = try answer.object()
        #expect(answer.status == (row.error == "invalid_client" ? .unauthorized : .badRequest))
        #expect((error["error"]?.string, error["error_codes"]?.array) == (row.error, [.number("\(row.number)")]))
        #expect(error["access_token"] == nil)
    }

    @Test func `a redirect URI whose accent is only written differently is another`() async throws {
        let (registered, alike) = ("https://app.example/caf\u{E9}", "https://app.example/cafe\u{301}")
        let app = RegisteredApp.sample(redirectURIs: [registered])
        try await site.add(app)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid User.Read")
            .with("redirect_uri", registered)
        for (uri, status) in [(alike, HTTPResponse.Status.badRequest), (registered, .ok)] {
            let form = FormParameters.redeeming(try await site.code(for: request)).with("client_id", app.id)
            #expect(try await site.token(form.with("redirect_uri", uri)).status == status)
        }
    }

    @Test func `a verifier for a code without a challenge is refused`() async throws {
        let request = FormParameters.goodRequest.without("code_challenge").without("code_challenge_method")
        let answer = try await site.token(.redeeming(try await site.code(for: request)))
        #expect(try answer.object()["error_codes"]?.array == [.number("501481")])
        let plain = FormParameters.redeeming(try await site.code(for: request)).without("code_verifier")
        #expect(try await site.token(plain).status == .ok)
    }

    static let parameters = [
        "grant_type", "client_id", "code", "redirect_uri", "code_verifier", "scope", "client_secret",
    ]

    @Test(arguments: parameters) func `a parameter may stand there once`(_ name: String) async throws {
        let form = FormParameters.redeeming(try await site.code())
        let value = form[name] ?? ""
        let answer = try await site.token(form.without(name).adding(name, value).adding(name, value))
        #expect(try (answer.status, answer.refusal) == (.badRequest, ["invalid_request", "9002313", nil]))
    }

    @Test func `a code is good for one redemption`() async throws {
        let form = FormParameters.redeeming(try await site.code())
        #expect(try await site.token(form).status == .ok)
        for _ in 0..<2 {
            let error = try await site.token(form).object()
            #expect((error["error"]?.string, error["error_codes"]?.array) == ("invalid_grant", [.number("54005")]))
        }
    }

    @Test func `a code ends after ten minutes`() async throws {
        let codes = [try await site.code(), try await site.code()]
        site.clock.advance(by: .seconds(599))
        #expect(try await site.token(.redeeming(codes[0])).status == .ok)
        site.clock.advance(by: .seconds(1))
        #expect(try await site.token(.redeeming(codes[1])).object()["error_codes"]?.array == [.number("70008")])
    }

    @Test func `another client cannot use a code`() async throws {
        let other = RegisteredApp.sample()
        try await site.add(other)
        let code = try await site.code()
        let answer = try await site.token(.redeeming(code).with("client_id", other.id))
        #expect(try answer.object()["error_codes"]?.array == [.number("70000")])
        #expect(try await site.token(.redeeming(code)).status == .ok, "nor use it up")
    }

    @Test func `another directory gives nothing for a code`() async throws {
        try await site.addOtherDirectory()
        let form = FormParameters.redeeming(try await site.code())
        let unknown = try await site.token(form, at: "/nobody.example/oauth2/v2.0/token")
        #expect(try unknown.refusal == ["invalid_request", "90002", nil])
        let other = try await site.token(form, at: "/\(Site.otherTenantID)/oauth2/v2.0/token")
        #expect(try other.refusal == ["invalid_grant", "700005", nil])
    }

    @Test func `of 64 concurrent redemptions of a code, one succeeds`() async throws {
        let form = FormParameters.redeeming(try await site.code())
        let statuses = try await race(64) { try await site.token(form).status.code }
        #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 63))
    }
}
