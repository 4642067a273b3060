// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ConsentForgeryTests {
    let site: Site

    init() throws { site = try Site(asksForConsent: true) }

    @Test func `the token of another form, request, person or sign-in agrees to nothing`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let picker = try await browser.open(.goodRequest.with("prompt", "select_account"))
        let small = try await browser.open(.goodRequest.with("scope", "openid"))
        let page = try await browser.open(.goodRequest)
        try await browser.join("conor.obrien")
        let conor = try await site.person("conor.obrien")
        let own = page.form.fields["csrf"] ?? ""
        for changes: FormParameters in [
            ["csrf": ""], ["csrf": picker.form.fields["csrf"] ?? ""], ["csrf": small.form.fields["csrf"] ?? ""],
            ["csrf": own, "person": conor.id],
            ["csrf": own, "request": FormParameters.goodRequest.with("scope", "openid User.Read").encoded],
        ] {
            let form = changes.adding("answer", "accept")
            let answer = try await browser.submit(page, form)
            #expect(answer.status == .forbidden)
            #expect(answer.text.contains("This page has expired, or is for another browser."), "\(form.encoded)")
        }
        site.clock.advance(by: .seconds(60))
        try await browser.join("ana.silva")
        let late = try await browser.submit(page, ["answer": "accept"])
        #expect(late.status == .forbidden)
        #expect(late.text.contains("This page has expired, or is for another browser."))
    }

    @Test func `a page that would now grant more than it named asks again`() async throws {
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.agree(to: .goodRequest.with("scope", "User.Read"))
        let page = try await browser.open(.goodRequest.with("scope", "openid User.Read"))
        #expect(page.namedScopes == ["openid"])
        _ = try await browser.submit(try await browser.get("/myapps"), [:])
        let again = try await browser.submit(page, ["answer": "accept"])
        #expect(again.asksForConsent && again.namedScopes == ["openid", "https://graph.microsoft.com/User.Read"])
        #expect(try await browser.submit(again, ["answer": "accept"]).carried["code"] != nil)
    }

    @Test func `consent needs a session`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.open(.goodRequest)
        browser.cookies["tessera-session-4400"] = nil
        let answer = try await browser.submit(page, ["answer": "accept"])
        #expect(answer.status == .badRequest && answer.text.contains("This page belongs to a sign-in"))
        #expect(try await browser.get("/common/consent").status == .badRequest)
    }

    @Test(arguments: ["csrf", "request", "person", "answer", "everybody"])
    func `a repeated field is rejected`(_ name: String) async throws {
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.open(.goodRequest)
        let form = page.form.fields.with("answer", "accept")
        let value = form[name] ?? "1"
        let answer = try await browser.post(
            page.form.action, form.without(name).adding(name, value).adding(name, value))
        #expect((answer.status, answer.location) == (.badRequest, nil))
    }

    @Test(arguments: Hostile.texts) func `names on the page are text`(_ text: String) async throws {
        let app = RegisteredApp.sample(named: text)
        try await site.add(app)
        var browser = Browser(site)
        try await browser.join(person: try await site.addPerson(named: text))
        let request = FormParameters.goodRequest.with("client_id", app.id)
        for scope in ["User.ReadBasic.All", "User.Read.All"] {
            let page = try await browser.open(request.with("scope", scope))
            #expect(page.text.contains("class=\"permissions\""))
            #expect(Hostile.isHarmless(text, in: page.text))
        }
        let page = try await browser.get("/myapps")
        #expect(page.text.contains("An administrator agreed"))
        #expect(Hostile.isHarmless(text, in: page.text))
    }
}
