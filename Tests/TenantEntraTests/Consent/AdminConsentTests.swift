// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import OAuthMessages
import Testing

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

    @Test func `a yes counts for everybody, and the app hears of it`() async throws {
        var browser = Browser(site)
        try await browser.join(person: try await administrator())
        let page = try await open(&browser, request)
        #expect(page.asksForConsent)
        #expect(page.text.contains("You consent for everyone"))
        #expect(page.namedScopes.contains("https://graph.microsoft.com/User.Read.All"))
        let answer = try await browser.submit(page, ["answer": "accept"])
        #expect(answer.carried.pairs.map(\.name) == ["admin_consent", "tenant", "scope", "state"])
        #expect(answer.carried["admin_consent"] == "True")
        #expect(answer.carried["tenant"] == Site.tenantID)
        #expect(answer.carried["scope"] == "https://graph.microsoft.com/User.Read.All openid")
        #expect(answer.carried["state"] == "state-1")
        var other = try await Browser.signedIn(at: site)
        let silent = FormParameters.goodRequest.with("client_id", app.id).with("prompt", "none")
        #expect(try await other.open(silent.with("scope", "openid User.Read.All")).carried["code"] != nil)
    }

    @Test func `a no is told to the app`() async throws {
        var browser = Browser(site)
        try await browser.join(person: try await administrator())
        let answer = try await browser.submit(try await open(&browser, request), ["answer": "cancel"])
        #expect(answer.carried["admin_consent"] == "True")
        #expect(answer.carried["error"] == "access_denied")
        #expect(answer.errorNumber == 65004)
        #expect(answer.carried["state"] == "state-1")
    }

    @Test func `nobody else can answer`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let picker = try await open(&browser, request)
        #expect(!picker.asksForConsent)
        let page = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(!page.asksForConsent)
        let forged = try await browser.submit(page, ["answer": "accept"])
        #expect(forged.carried["tenant"] == nil)
        var other = try await Browser.signedIn(at: site)
        let silent = FormParameters.goodRequest.with("client_id", app.id).with("prompt", "none")
        #expect(try await other.open(silent.with("scope", "openid User.Read.All")).errorNumber == 65001)
    }

    @Test func `what people may agree to is not theirs to give for everybody`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let own = FormParameters.goodRequest.with("client_id", app.id)
            .with("scope", "https://graph.microsoft.com/User.ReadBasic.All")
        #expect(try await browser.open(own).asksForConsent)
        let picker = try await open(&browser, request.with("scope", own["scope"]))
        let page = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(page.text.contains("Need admin approval"))
        #expect(page.namedScopes == ["https://graph.microsoft.com/User.ReadBasic.All"])
        let answer = try await browser.submit(page, ["answer": "accept"])
        #expect(answer.errorNumber == 90094)
        #expect(answer.carried["error"] == "access_denied")
    }

    @Test func `a request that is wrong is refused like others`() async throws {
        var browser = Browser(site)
        #expect(try await open(&browser, request.with("redirect_uri", "https://evil.example")).errorNumber == 50011)
        let answer = try await open(&browser, request.without("scope"))
        #expect(answer.errorNumber == 900_144)
        #expect(answer.carried["admin_consent"] == "True")
        #expect(try await open(&browser, request.with("scope", "api://nobody/x")).errorNumber == 500_011)
    }
}
