// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

/// Every page escapes all input.
@Suite struct EscapingTests: SiteSuite {
    let site: Site

    private func expectHarmless(_ answer: Answer, _ text: String, shown: Bool = true) {
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
        #expect(Hostile.isHarmless(text, in: answer.text))
        #expect(!answer.text.contains("<script"))
        #expect(!shown || answer.text.unicodeScalars.count > 0)
        if shown { #expect(holds(answer.text, Hostile.escaped(text))) }
    }

    /// By bytes: Swift would not find a quote to which a combining mark belongs.
    private func holds(_ page: String, _ text: String) -> Bool { Data(page.utf8).range(of: Data(text.utf8)) != nil }

    @Test(arguments: Hostile.texts) func `a hint is text`(_ text: String) async throws {
        expectHarmless(try await site.visit(.goodRequest.with("login_hint", text)), text)
    }

    @Test(arguments: Hostile.texts) func `a user name is text`(_ text: String) async throws {
        var browser = Browser(site)
        let answer = try await browser.submit(try await browser.open(.goodRequest), ["username": text])
        #expect(answer.text.contains(#"role="alert""#))
        expectHarmless(answer, text)
    }

    @Test(arguments: Hostile.texts) func `a state travels encoded`(_ text: String) async throws {
        var browser = Browser(site)
        let page = try await browser.open(.goodRequest.with("state", text))
        expectHarmless(page, text, shown: false)
        let next = try await browser.submit(page, ["username": "ana.silva@aldervale.example"])
        expectHarmless(next, text, shown: false)
        let carried = FormParameters(encoded: next.form.fields["request"] ?? "")
        #expect(carried?["state"].map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(arguments: Hostile.texts)
    func `client id and redirect URI are text on the page about them`(_ text: String) async throws {
        var browser = Browser(site)
        expectHarmless(try await browser.open(.goodRequest.with("client_id", text)), text)
        expectHarmless(try await browser.open(.goodRequest.with("redirect_uri", text)), text)
    }

    /// The tenant's name is shown as it stands in the address, and a correlation id only if it looks like one.
    @Test(arguments: Hostile.texts)
    func `the tenant's name and the correlation id bring no markup`(_ text: String) async throws {
        let segment = FormParameters.encoded(text)
        let query = FormParameters(dictionaryLiteral: ("client-request-id", text)).encoded
        let answer = try await site.send(.get, "/\(segment)/oauth2/v2.0/authorize?\(query)")
        #expect(answer.errorNumber == 900_023)
        expectHarmless(answer, text, shown: false)
    }

    @Test(arguments: Hostile.texts) func `names in the directory are text`(_ text: String) async throws {
        let app = RegisteredApp.sample(named: text)
        try await site.add(app)
        let person = try await site.addPerson(named: text)
        var browser = Browser(site)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid")
        let picker = try await browser.open(request)
        expectHarmless(picker, text)
        expectHarmless(try await browser.submit(picker, ["username": person.id]), text)
        expectHarmless(try await browser.submit(picker, ["username": person.id, "password": "wrong \(text)"]), text)
        expectHarmless(try await site.send(.get, "/"), text)
        expectHarmless(try await browser.open(request.with("redirect_uri", "x")), text)
        try await browser.join(person: person)
        expectHarmless(try await browser.open(request.with("prompt", "select_account")), text)
    }
}
