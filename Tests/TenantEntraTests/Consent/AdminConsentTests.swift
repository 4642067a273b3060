// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct AdminConsentTests {
    let site: Site
    let app = RegisteredApp.sample(consented: [])

    init() async throws {
        site = try Site()
        try await site.add(app)
    }

    private var request: FormParameters {
        [
            "client_id": app.id, "redirect_uri": Site.redirectURI, "state": "state-1",
            "scope": "https://graph.microsoft.com/User.Read.All openid",
        ]
    }

    private func open(_ browser: inout Browser, _ request: FormParameters) async throws -> Answer {
        try await browser.get("/\(Site.tenantID)/v2.0/adminconsent?\(request.encoded)")
    }

    private func administrator() async throws -> DirectoryPerson {
        let people = try await site.platform.people()
        return try #require(people.first { $0.isAdministrator })
    }

    @Test func `consent applies to all users, and the app is notified`() async throws {
        var browser = Browser(site)
        try await browser.join(person: try await administrator())
        let page = try await open(&browser, request)
        #expect(page.asksForConsent && page.text.contains("You consent for everyone"))
        #expect(page.namedScopes.contains("https://graph.microsoft.com/User.Read.All"))
        let answer = try await browser.submit(page, ["answer": "accept"])
        #expect(answer.carried.pairs.map(\.name) == ["admin_consent", "tenant", "scope", "state"])
        #expect((answer.carried["admin_consent"], answer.carried["tenant"]) == ("True", Site.tenantID))
        #expect(answer.carried["scope"] == "https://graph.microsoft.com/User.Read.All openid")
        #expect(answer.carried["state"] == "state-1")
        let silent = FormParameters.goodRequest.with("client_id", app.id).with("prompt", "none")
        #expect(try await site.open(silent.with("scope", "openid User.Read.All")).carried["code"] != nil)
    }

    @Test func `the app receives a refusal`() async throws {
        var browser = Browser(site)
        try await browser.join(person: try await administrator())
        let answer = try await browser.submit(try await open(&browser, request), ["answer": "cancel"])
        #expect((answer.carried["admin_consent"], answer.carried["error"]) == ("True", "access_denied"))
        #expect((answer.errorNumber, answer.carried["state"]) == (65004, "state-1"))
    }

    @Test func `no other user can answer`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let picker = try await open(&browser, request)
        #expect(!picker.asksForConsent)
        let page = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(!page.asksForConsent)
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["tenant"] == nil)
        let silent = FormParameters.goodRequest.with("client_id", app.id).with("prompt", "none")
        #expect(try await site.open(silent.with("scope", "openid User.Read.All")).errorNumber == 65001)
    }

    @Test func `users cannot consent for all users`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let own = FormParameters.goodRequest.with("client_id", app.id)
            .with("scope", "https://graph.microsoft.com/User.ReadBasic.All")
        #expect(try await browser.open(own).asksForConsent)
        let picker = try await open(&browser, request.with("scope", own["scope"]))
        let page = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(page.text.contains("Need admin approval"))
        #expect(page.namedScopes == ["https://graph.microsoft.com/User.ReadBasic.All"])
        let answer = try await browser.submit(page, ["answer": "accept"])
        #expect((answer.errorNumber, answer.carried["error"]) == (90094, "access_denied"))
    }

    @Test func `a request that is wrong is refused like others`() async throws {
        var browser = Browser(site)
        #expect(try await open(&browser, request.with("redirect_uri", "https://evil.example")).errorNumber == 50011)
        let answer = try await open(&browser, request.without("scope"))
        #expect((answer.errorNumber, answer.carried["admin_consent"]) == (900_144, "True"))
        #expect(try await open(&browser, request.with("scope", "api://nobody/x")).errorNumber == 500_011)
    }
}
