// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

/// The same people under External ID: no flow in the address, and tokens of Entra ID's form.
@Suite struct ExternalIDTests: SiteSuite {
    let site: Site

    static let good: FormParameters = ["email": "ines.kallio@mailbox.example", "password": "watchword"]

    private func token(_ form: FormParameters) async throws -> Answer {
        try await site.post("\(Site.external)/token", form.with("client_id", SampleApp.customerPortalID))
    }

    @Test func `metadata name the addresses, and an issuer without a slash at its end`() async throws {
        for name in [Site.customersID, Site.customersDomain] {
            let metadata = try await site.send(.get, "/\(name)/v2.0/.well-known/openid-configuration").object()
            #expect(metadata["issuer"]?.string == "http://\(Site.authority)/\(Site.customersID)/v2.0")
            #expect(metadata["token_endpoint"]?.string == "http://\(Site.authority)/\(name)/oauth2/v2.0/token")
            let keys = try #require(metadata["jwks_uri"]?.string?.dropFirst("http://\(Site.authority)".count))
            #expect(try await site.send(.get, String(keys)).object()["keys"]?.array?.count == 1)
        }
    }

    @Test func `the same password gives tokens of the other form`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.external, .externalIDRequest)
        #expect(page.title == "Sign in – Customer portal" && page.form.action == "/\(Site.customersID)/login")
        let answer = try await browser.press("sign-in", on: page, Self.good)
        let reply = try await token(
            .flowRedeeming(try #require(answer.carried["code"], "\(answer.text)")).with("client_info", "1")
        ).object()
        #expect(
            Set(reply.keys) == [
                "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
                "client_info",
            ])
        let claims = try await site.externalIDClaims(of: reply["id_token"])
        #expect(
            Set(claims.keys) == [
                "ver", "iss", "aud", "iat", "nbf", "exp", "sub", "oid", "tid", "name", "preferred_username", "email",
                "nonce", "uti", "aio", "rh",
            ])
        #expect(claims["ver"]?.string == "2.0" && claims["tid"]?.string == Site.customersID)
        #expect(claims["oid"]?.string == "3c5f1a72-6d0e-4b89-9a14-e27b8f60d135")
        #expect(claims["sub"] != claims["oid"] && claims["email"]?.string == "ines.kallio@mailbox.example")
        let refreshed = try await token(.flowRefreshing(reply["refresh_token"]?.string ?? ""))
        #expect(refreshed.status == .ok)
        #expect(try await site.externalIDClaims(of: try refreshed.object()["id_token"])["nonce"] == nil)
    }

    @Test func `people sign up and reset passwords here, too`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.external, .externalIDRequest.with("prompt", "create"))
        #expect(page.title == "Sign up – Customer portal")
        let details = try await browser.verify("nora@example.com", from: page)
        let new: FormParameters = [
            "password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Nora",
        ]
        #expect(try await browser.press("finish", on: details, new).carried["code"] != nil)
        // They are customers of Azure AD B2C as well, and signed in there.
        #expect(try await browser.open(flow: Site.susi).carried["code"] != nil)
        let first = try await browser.open(flow: Site.external, .externalIDRequest.with("prompt", "login"))
        #expect(try await browser.press("forgot", on: first).title == "Reset your password – Customer portal")
    }

    @Test(arguments: [
        ("Correct-h\u{F6}rse-7", "Correct-ho\u{308}rse-7"), ("Correct-ho\u{308}rse-7", "Correct-h\u{F6}rse-7"),
    ])
    func `a Unicode password opens the account from another keyboard`(_ chosen: String, _ typed: String) async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.external, .externalIDRequest.with("prompt", "create"))
        let details = try await browser.verify("nora@example.com", from: page)
        #expect(details.text.contains("8 to 256 characters"))
        let new: FormParameters = ["password": chosen, "passwordAgain": typed, "displayName": "Nora"]
        #expect(try await browser.press("finish", on: details, new).carried["code"] != nil)
        var other = Browser(site)
        let entry = try await other.open(flow: Site.external, .externalIDRequest)
        let form: FormParameters = ["email": "nora@example.com", "password": typed]
        #expect(try await other.press("sign-in", on: entry, form).carried["code"] != nil)
    }

    static let refused: [(FormParameters, Int)] = [
        (.externalIDRequest.with("prompt", "none"), 50058),
        (.externalIDRequest.with("scope", "openid \(SampleApp.customerPortalID)"), 70011),
        (.externalIDRequest.with("response_type", "ticket"), 70005),
        (.externalIDRequest.with("code_challenge", "short"), 501_491),
    ]

    @Test(arguments: refused.indices) func `errors have Entra ID's numbers`(_ index: Int) async throws {
        let (request, number) = Self.refused[index]
        let answer = try await site.visit(flow: Site.external, request)
        #expect(answer.errorNumber == number && answer.flowErrorNumber == nil, "\(answer.location ?? answer.text)")
    }

    @Test func `the token endpoint answers in Entra ID's form`() async throws {
        let made = try await token(.flowRedeeming("made-up"))
        #expect(try (made.errorNumber, made.object()["error_codes"]) == (9_002_313, .array([.number("9002313")])))
        let password = try await token(["grant_type": "password", "username": "a", "password": "b"])
        #expect(try password.object()["error"]?.string == "unsupported_grant_type")
        let elsewhere = FormParameters.externalIDRequest.with("redirect_uri", "https://evil.example")
        let page = try await site.visit(flow: Site.external, elsewhere)
        #expect(page.errorNumber == 50011 && page.location == nil)
    }

    @Test func `an app that was assigned to no flow is refused`() async throws {
        var browser = Browser(site)
        #expect(try await browser.open(flow: Site.external).errorNumber == 90002)
        let stranger = FormParameters.externalIDRequest.with("client_id", Site.clientID)
        #expect(try await browser.open(flow: Site.external, stranger).errorNumber == 700_016)
        #expect(try await browser.open(flow: Site.susi, .externalIDRequest).flowErrorNumber == nil)
    }

    @Test func `codes of one service are invalid at the other`() async throws {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let code = try #require(try await browser.open(flow: Site.external, .externalIDRequest).carried["code"])
        let form = FormParameters.flowRedeeming(code).with("client_id", SampleApp.customerPortalID)
        #expect(try await site.post("\(Site.susi)/token", form).flowErrorNumber == 90088)
    }

    @Test func `a directory without flows of Azure AD B2C knows none in addresses`() async throws {
        let addresses = [
            "/\(Site.customersID)/B2C_1_susi/v2.0/.well-known/openid-configuration",
            "\(Site.susi)/authorize?\(FormParameters.flowRequest.encoded)",
        ]
        for address in addresses { #expect(try await site.send(.get, address).status == .ok, "\(address)") }
        _ = try await site.platform.context.database.write { database in
            try UserFlow.filter("service = 'b2c'").deleteAll(database)
        }
        for address in addresses {
            let answer = try await site.send(.get, address)
            #expect(answer.status == .notFound && answer.errorNumber == 90002, "\(address)")
        }
    }

    @Test func `signing out ends the session of both`() async throws {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let answer = try await browser.get("\(Site.external)/logout")
        #expect(answer.status == .ok && answer.text.contains("You are signed out"))
        #expect(try await browser.open(flow: Site.susi).status == .ok)
    }
}
