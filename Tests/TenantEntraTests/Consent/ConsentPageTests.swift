// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ConsentPageTests {
    let site: Site

    init() throws { site = try Site(asksForConsent: true) }

    @Test func `the page names app, publisher, person and each permission in words`() async throws {
        let page = try await site.open(
            .goodRequest.with("scope", "openid profile email offline_access User.Read User.ReadBasic.All"))
        #expect((page.status, page.location) == (.ok, nil))
        for text in [
            "QuickStart", "aldervale.example", "Ana Silva", "ana.silva@aldervale.example", "Sign you in",
            "See your name and user name", "See your email address", "Keep the access that you grant",
            "Read your profile", "See who your colleagues are",
        ] { #expect(page.text.contains(text)) }
        #expect(
            page.namedScopes == [
                "openid", "profile", "email", "offline_access", "https://graph.microsoft.com/User.Read",
                "https://graph.microsoft.com/User.ReadBasic.All",
            ])
        #expect(page["Content-Security-Policy"]?.hasSuffix("form-action 'self' \(Site.redirectURI)") == true)
        #expect(page["Cache-Control"] == "no-store")
    }

    @Test func `permissions with admin consent are not requested`() async throws {
        var browser = try await Browser.signedIn(at: site)
        #expect(try await browser.open(.goodRequest.with("scope", "openid User.Read.All")).namedScopes == ["openid"])
        #expect(try await browser.open(.goodRequest.with("scope", "User.Read.All")).carried["code"] != nil)
        let tasks = FormParameters.goodRequest.with("scope", "api://tasks/Tasks.ReadWrite")
        #expect(try await browser.open(tasks).carried["code"] != nil)
    }

    @Test func `an API's permission is shown in the words of its registration, or by its name`() async throws {
        let app = RegisteredApp.sample(consented: [])
        try await site.add(app)
        let request = FormParameters.goodRequest.with("client_id", app.id)
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.open(request.with("scope", "api://tasks/Tasks.ReadWrite"))
        #expect(page.text.contains("Read and change your task list"))
        try await site.add(RegisteredApp.api(id: "11111111-0000-4000-8000-000000000000", scopes: ["Silent.Read"]))
        let plain = try await browser.open(request.with("scope", "api://wordless/Silent.Read"))
        #expect(plain.text.contains("Wordless: Silent.Read"))
    }

    @Test func `consent is stored, and requested once`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("scope", "openid User.Read")
        let answer = try await browser.agree(to: request)
        #expect(answer.status == .found && answer.carried["code"] != nil)
        #expect(answer.carried["state"] == "state-1")
        #expect(try await browser.open(request).carried["code"] != nil)
        let more = try await browser.open(request.with("scope", "openid User.Read offline_access"))
        #expect(more.namedScopes == ["offline_access"])
        #expect(try await site.open(request, as: "conor.obrien").asksForConsent)
    }

    @Test func `after the password comes the same page`() async throws {
        var browser = Browser(site)
        let page = try await browser.signIn()
        #expect(page.asksForConsent)
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
        var careful = Browser(site)
        let again = try await careful.signIn(.goodRequest.with("prompt", "login consent"))
        #expect(again.asksForConsent)
        #expect(try await careful.submit(again, ["answer": "accept"]).carried["code"] != nil)
    }

    @Test(arguments: ["cancel", "", "Accept", "back"]) func `any other answer refuses`(_ said: String) async throws {
        var browser = try await Browser.signedIn(at: site)
        let answer = try await browser.submit(try await browser.open(.goodRequest), ["answer": said])
        #expect((answer.status, answer.carried["error"]) == (.found, "access_denied"))
        #expect((answer.carried["error_subcode"], answer.carried["state"]) == ("cancel", "state-1"))
        #expect((answer.errorNumber, answer.carried["code"]) == (65004, nil))
        #expect(try await browser.open(.goodRequest).asksForConsent)
    }

    @Test func `an app can request consent each time`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("prompt", "consent")
        for _ in 0..<2 {
            let page = try await browser.open(request)
            #expect(page.asksForConsent)
            #expect((page.namedScopes.last, page.namedScopes.count) == ("https://graph.microsoft.com/User.Read.All", 5))
            #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
        }
    }

    @Test func `where nobody may be asked, the app hears that consent is missing`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("prompt", "none")
        let answer = try await browser.open(request)
        #expect((answer.carried["error"], answer.errorNumber) == ("consent_required", 65001))
        _ = try await browser.agree(to: .goodRequest)
        #expect(try await browser.open(request).carried["code"] != nil)
    }

    @Test func `consent to all of an API lists single permissions`() async throws {
        let app = RegisteredApp.sample(consented: [])
        try await site.add(app)
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("client_id", app.id)
            .with("scope", "https://graph.microsoft.com/.default")
        let page = try await browser.open(request)
        #expect(
            page.namedScopes == [
                "https://graph.microsoft.com/User.Read", "https://graph.microsoft.com/User.ReadBasic.All",
            ])
        let code = try #require(try await browser.submit(page, ["answer": "accept"]).carried["code"])
        let reply = try await site.token(.redeeming(code).with("client_id", app.id))
        #expect(try reply.scopes == Set(page.namedScopes + ["https://graph.microsoft.com/.default"]))
    }
}

extension RegisteredApp {
    /// An API without descriptions of its permissions.
    static func api(id: String, scopes: [String]) -> RegisteredApp {
        RegisteredApp(
            id: id, tenantID: Site.tenantID, displayName: "Wordless", redirectURIs: [],
            identifierURI: "api://wordless", scopes: scopes, accessTokenVersion: 2, consentedScopes: [])
    }
}
