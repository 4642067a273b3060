// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SingleSignOnTests: SiteSuite {
    let site: Site

    @Test func `a signed-in user is not asked again`() async throws {
        var browser = Browser(site)
        _ = try await browser.signIn()
        for prompt in [nil, "none"] {
            let answer = try await browser.open(.goodRequest.with("prompt", prompt))
            #expect(answer.status == .found && answer.carried["code"] != nil)
        }
    }

    @Test(arguments: ["login", "select_account", "consent"])
    func `an app may ask for a page`(_ prompt: String) async throws {
        let answer = try await site.open(.goodRequest.with("prompt", prompt))
        #expect(answer.status == .ok && answer.text.contains("ana.silva@aldervale.example"))
    }

    @Test func `a signed-in person is chosen without a password, unless the app asks for one`() async throws {
        var browser = try await Browser.signedIn(at: site)
        for (prompt, isAsked) in [("select_account", false), ("login", true)] {
            let page = try await browser.open(.goodRequest.with("prompt", prompt))
            let answer = try await browser.submit(page, ["username": "ana.silva@aldervale.example"])
            #expect((answer.carried["code"] == nil) == isAsked)
            #expect(answer.text.contains(#"type="password""#) == isAsked)
        }
    }

    @Test func `another person still needs a password`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.open(.goodRequest.with("prompt", "select_account"))
        let answer = try await browser.submit(page, ["username": "conor.obrien@aldervale.example"])
        #expect(answer.carried["code"] == nil && answer.text.contains(#"type="password""#))
    }

    static let ended: [@Sendable (inout DirectoryPerson) -> Void] = [
        { $0.accountEnabled = false }, { $0.signInSessionsValidFrom = .distantFuture },
    ]

    @Test(arguments: ended.indices)
    func `a session of a person who was disabled, or whose sessions were revoked, is over`(_ row: Int) async throws {
        var browser = try await Browser.signedIn(at: site)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
        try await site.change("ana.silva", Self.ended[row])
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["error"] == "login_required")
        let page = try await browser.open(.goodRequest)
        #expect(page.status == .ok && !page.offersSessions)
    }

    @Test func `two people are offered to choose from`() async throws {
        var browser = try await Browser.signedIn(at: site)
        try await browser.join("conor.obrien")
        let answer = try await browser.open(.goodRequest)
        #expect(answer.status == .ok && answer.offersSessions)
    }

    @Test func `a hint leads to the password, or straight back`() async throws {
        let request = FormParameters.goodRequest.with("login_hint", "conor.obrien@aldervale.example")
        let page = try await site.visit(request)
        #expect(page.text.contains(#"type="password""#) && page.text.contains("Conor O&#39;Brien"))
        var other = try await Browser.signedIn(at: site)
        #expect(try await other.open(request).text.contains(#"type="password""#))
        try await other.join("conor.obrien")
        #expect(try await other.open(request).carried["code"] != nil)
    }

    @Test func `a hint at an unknown person fills the user name field`() async throws {
        let page = try await site.visit(.goodRequest.with("login_hint", "nobody@example.com"))
        #expect(page.text.contains(#"name="username" type="text" inputmode="email" value="nobody@example.com""#))
    }

    @Test func `a session of one directory is not valid in another`() async throws {
        try await site.addOtherDirectory()
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("client_id", Site.otherClientID)
        let answer = try await browser.open(request, at: Site.otherTenantID)
        #expect(answer.status == .ok && !answer.text.contains("ana.silva@"))
        let attempt = try await browser.submit(
            answer, ["username": "ana.silva@aldervale.example", "password": "watchword"])
        #expect(attempt.carried["code"] == nil && attempt.text.contains(#"role="alert""#))
    }

    @Test func `cancelling tells the app so`() async throws {
        var browser = Browser(site)
        let answer = try await browser.submit(try await browser.open(.goodRequest), ["cancel": "1", "username": ""])
        #expect((answer.status, answer.carried["error"]) == (.found, "access_denied"))
        #expect((answer.carried["error_subcode"], answer.carried["state"]) == ("cancel", "state-1"))
        #expect((answer.carried["code"], answer.errorNumber) == (nil, 65004))
    }

    @Test func `a sign-in ends after a day, on the server too`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let cookies = browser.cookies
        site.clock.advance(by: .seconds(86_399))
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
        try await browser.join("conor.obrien")
        site.clock.advance(by: .seconds(1))
        let answer = try await browser.open(.goodRequest.with("prompt", "none"))
        #expect(answer.carried["code"] != nil, "only the later one is left")
        #expect(browser.cookies != cookies)
        site.clock.advance(by: .seconds(86_399))
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
        try await browser.join("mei-ling.chan")
        let count = try await site.platform.context.database.read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM browserSession")
        }
        #expect(count == 1, "what ended is forgotten")
    }

    @Test func `an invented cookie opens no session`() async throws {
        var browser = Browser(site)
        for value in ["", "made-up", "%FF", String(repeating: "a", count: 43)] {
            browser.cookies["tessera-session-4400"] = value
            #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
        }
    }
}
