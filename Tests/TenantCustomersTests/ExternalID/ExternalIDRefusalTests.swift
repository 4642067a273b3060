// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct ExternalIDRefusalTests: SiteSuite {
    let site: Site

    private static let unknownCode = "1.A" + String(repeating: "a", count: 64)

    @Test func `a hint does not match another person's session`() async throws {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let request = FormParameters.externalIDRequest.with("prompt", "none")
        for (hint, isMeant) in [("INES.kallio@mailbox.example", true), ("tomas.ferreira@mailbox.example", false)] {
            let answer = try await browser.get("\(Site.external)/authorize?\(request.with("login_hint", hint).encoded)")
            #expect((answer.carried["code"] != nil) == isMeant, "\(hint)")
            #expect(answer.errorNumber == (isMeant ? nil : 50058))
        }
    }

    @Test func `a code from before all sign-ins were revoked is refused as revoked`() async throws {
        let code = try await site.flowCode(for: .externalIDRequest, at: Site.external)
        let path = "/directories/\(Site.customersID)/customers/ines.kallio@mailbox.example/revokeSignInSessions"
        #expect(try await site.administer(.post, path, "{}").status == .noContent)
        let form = FormParameters.flowRedeeming(code).with("client_id", SampleApp.customerPortalID)
        #expect(try await site.post(Site.externalToken, form).errorNumber == 50173)
    }

    static let requests = [
        Spoiled("no scope", 900_144, "invalid_request") { $0.without("scope") },
        Spoiled("unknown scope", 70011, "invalid_scope") { $0.with("scope", "openid Tasks.Burn") },
        Spoiled("the client id as scope", 70011, "invalid_scope") { $0.with("scope", "openid \(Site.shopAppID)") },
        Spoiled("unknown API", 500_011, "invalid_resource") { $0.with("scope", "openid api://none/Read") },
        Spoiled("no consent", 65001, "consent_required") {
            $0.with("scope", "openid \(SampleApp.customerTasksURI)/\(SampleApp.tasksScope)")
        },
        Spoiled("unknown type", 70005, "unsupported_response_type") { $0.with("response_type", "ticket") },
        Spoiled("type that is off", 700_054, "unsupported_response_type") { $0.with("response_type", "token") },
        Spoiled("ID token without openid", 70005, "unsupported_response_type") {
            $0.with("response_type", "code id_token").with("scope", "profile")
        },
        Spoiled("unknown mode", 70007, "invalid_request") { $0.with("response_mode", "pigeon") },
        Spoiled("unknown prompt", 90023, "invalid_request") { $0.with("prompt", "please") },
        Spoiled("nobody there", 50058, "login_required") { $0.with("prompt", "none") },
        Spoiled("short challenge", 501_491, "invalid_request") { $0.with("code_challenge", "short") },
        Spoiled("page without a challenge", 9_002_325, "invalid_request") {
            $0.with("redirect_uri", "\(Site.pageOfShop)/callback").without("code_challenge")
                .without("code_challenge_method")
        },
        Spoiled("bad age", 90100, "invalid_request") { $0.with("max_age", "-1") },
        Spoiled("resource", 901_002, "invalid_request") { $0.with("resource", "x") },
        Spoiled("two nonces", 9_002_313, "invalid_request") { $0.adding("nonce", "2") },
    ]

    @Test(arguments: requests) func `an authorization request is refused`(_ row: Spoiled) async throws {
        try await site.addExternalApp {
            $0.spaRedirectURIs = ["\(Site.pageOfShop)/callback"]
            $0.implicitGrantSettings = ImplicitGrantSettings(enableIDTokenIssuance: true)
        }
        let answer = try await site.send(.get, "\(Site.external)/authorize?\(row.spoil(Site.externalRequest).encoded)")
        #expect(answer.status == .found && answer.carried["error"] == row.error, "\(answer.location ?? answer.text)")
        #expect(answer.errorNumber == row.number && answer.carried["state"] == "state-1")
        // As Entra ID's own redirects have it: where a page explains the number.
        #expect((answer.carried["error_uri"] != nil) == (ErrorCatalogue.entraID[row.number]?.isNamed == true))
    }

    @Test func `a customer who cancels declines`() async throws {
        var browser = Browser(site)
        let first = try await browser.open(flow: Site.external, .externalIDRequest.with("prompt", "create"))
        let answer = try await browser.press("cancel", on: first)
        #expect(answer.errorNumber == 65004 && answer.carried["error"] == "access_denied")
        #expect(answer.carried["error_subcode"] == "cancel")
    }

    static let forms = [
        Spoiled("no grant type", 900_144, "invalid_request") { $0.without("grant_type") },
        Spoiled("unknown grant", 70003, "unsupported_grant_type") { $0.with("grant_type", "x") },
        Spoiled("no client", 900_144, "invalid_request") { $0.without("client_id") },
        Spoiled("no such client", 700_038, "unauthorized_client") { $0.with("client_id", "x") },
        Spoiled("Entra ID's client", 700_016, "unauthorized_client") { $0.with("client_id", Site.clientID) },
        Spoiled("no secret", 7_000_218, "invalid_client") { $0.without("client_secret") },
        Spoiled("wrong secret", 7_000_215, "invalid_client") { $0.with("client_secret", "x") },
        Spoiled("secret of a public client", 700_025, "invalid_client") {
            $0.with("client_id", SampleApp.customerPortalID)
        },
        Spoiled("no code", 900_144, "invalid_request") { $0.with("code", "") },
        Spoiled("unreadable code", 9_002_313, "invalid_grant") { $0.with("code", "made-up") },
        Spoiled("unknown code", 70000, "invalid_grant") { $0.with("code", unknownCode) },
        Spoiled("other client", 70000, "invalid_grant") {
            $0.with("client_id", SampleApp.customerPortalID).without("client_secret")
        },
        Spoiled("no redirect URI", 900_144, "invalid_request") { $0.without("redirect_uri") },
        Spoiled("other redirect URI", 500_112, "invalid_grant") { $0.with("redirect_uri", "http://localhost:1") },
        Spoiled("no verifier", 50148, "invalid_grant") { $0.without("code_verifier") },
        Spoiled("other verifier", 501_481, "invalid_grant") { $0.with("code_verifier", unknownCode) },
        Spoiled("no scope after all", 28003, "invalid_request") { $0.with("scope", "") },
        Spoiled("two APIs", 28000, "invalid_request") {
            $0.with("scope", "\(Site.tasksRead) https://graph.microsoft.com/User.Read")
        },
        Spoiled("two codes", 9_002_313, "invalid_request") { $0.adding("code", "2") },
    ]

    @Test(arguments: forms) func `a token request is refused`(_ row: Spoiled) async throws {
        try await site.addExternalApp {
            $0 = RegisteredApp(
                id: $0.id, tenantID: $0.tenantID, displayName: $0.displayName, redirectURIs: $0.redirectURIs,
                identifierURI: nil, scopes: [], accessTokenVersion: 2,
                consentedScopes: $0.consentedScopes + ["\(RegisteredApp.graphID)/User.Read"])
            $0.passwordCredentials = [PasswordCredential(secret: Site.shopSecret)]
        }
        let code = try await site.flowCode(for: Site.externalRequest, at: Site.external)
        let form = FormParameters.flowRedeeming(code).with("client_id", Site.shopAppID)
            .with("client_secret", Site.shopSecret)
        let answer = try await site.post(Site.externalToken, row.spoil(form))
        let status: HTTPResponse.Status = row.error == "invalid_client" ? .unauthorized : .badRequest
        #expect(answer.errorNumber == row.number && answer.status == status, "\(answer.text)")
        #expect(try answer.object()["error"]?.string == row.error)
    }

    @Test func `a code is good once, for ten minutes`() async throws {
        try await site.addExternalApp()
        let first = try await site.flowCode(for: Site.externalRequest, at: Site.external)
        let second = try await site.flowCode(for: Site.externalRequest, at: Site.external)
        let third = try await site.flowCode(for: Site.externalRequest, at: Site.external)
        #expect(try await site.redeemExternal(first).status == .ok)
        #expect(try await site.redeemExternal(first).errorNumber == 54005)
        site.clock.advance(by: .seconds(599))
        #expect(try await site.redeemExternal(third).status == .ok)
        site.clock.advance(by: .seconds(1))
        #expect(try await site.redeemExternal(second).errorNumber == 70008)
    }

    static let people: [(number: Int, change: @Sendable (inout Customer) -> Void)] = [
        (50057, { $0.accountEnabled = false }), (50173, { $0.grantsEndedAt = .distantFuture }),
    ]

    @Test(arguments: people.indices) func `grants end with the account`(_ index: Int) async throws {
        let (number, change) = Self.people[index]
        try await site.addExternalApp()
        let answer = try await site.redeemExternal(
            try await site.flowCode(for: Site.externalRequest, at: Site.external))
        try await site.platform.context.database.write { database in
            for var customer in try Customer.fetchAll(database) {
                change(&customer)
                try customer.update(database)
            }
        }
        let late = try await site.refreshExternal(answer)
        #expect(try (late.errorNumber, late.object()["error"]?.string) == (number, "invalid_grant"))
    }

    @Test func `an unused refresh token expires`() async throws {
        try await site.addExternalApp()
        let answer = try await site.redeemExternal(
            try await site.flowCode(for: Site.externalRequest, at: Site.external))
        site.clock.advance(by: .seconds(14 * 86_400))
        #expect(try await site.refreshExternal(answer).errorNumber == 700_082)
    }

    @Test func `an app without a flow cannot redeem`() async throws {
        try await site.addShopApp { _ in }
        let answer = try await site.redeemExternal(Self.unknownCode)
        #expect(answer.errorNumber == 90002 && answer.status == .badRequest)
    }

    @Test func `only POST brings tokens`() async throws {
        let answer = try await site.send(.get, Site.externalToken)
        #expect(answer.errorNumber == 900_561 && answer.status == .methodNotAllowed && answer["Allow"] == "POST")
    }
}
