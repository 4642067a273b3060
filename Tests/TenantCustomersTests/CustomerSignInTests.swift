// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct CustomerSignInTests: SiteSuite {
    let site: Site

    static let good: FormParameters = ["email": "ines.kallio@mailbox.example", "password": "watchword"]

    @Test func `the errors are those of the real service`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        let unknown = try await browser.press("sign-in", on: page, Self.good.with("email", "no@example.com"))
        #expect(unknown.text.contains("find your account. (AADB2C90053)"))
        #expect(unknown.text.contains(#"value="no@example.com""#))
        let wrong = try await browser.press("sign-in", on: page, Self.good.with("password", "Watchword"))
        #expect(wrong.text.contains("Your password is incorrect. (AADB2C90054)"))
        #expect(wrong.status == .ok && !wrong.text.contains("Watchword"))
        #expect(try await browser.press("sign-in", on: page, Self.good).carried["code"] != nil)
    }

    @Test func `ten wrong passwords in a row lock the account for a minute`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        for _ in 0..<10 { _ = try await browser.press("sign-in", on: page, Self.good.with("password", "x")) }
        let locked = try await browser.press("sign-in", on: page, Self.good)
        #expect(locked.text.contains("temporarily locked") && locked.text.contains("AADB2C90114"))
        site.clock.advance(by: .seconds(59))
        #expect(try await browser.press("sign-in", on: page, Self.good).text.contains("temporarily locked"))
        site.clock.advance(by: .seconds(1))
        #expect(try await browser.press("sign-in", on: page, Self.good).carried["code"] != nil)
    }

    @Test func `a correct password resets the counter`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        for password in Array(repeating: "x", count: 9) + ["watchword"] + Array(repeating: "x", count: 9) {
            _ = try await browser.press("sign-in", on: page, Self.good.with("password", password))
        }
        #expect(try await browser.press("sign-in", on: page, Self.good).carried["code"] != nil)
    }

    @Test func `the browser remembers for a day, and apps may insist on a page`() async throws {
        var browser = Browser(site)
        #expect(
            try await browser.press("sign-in", on: try await browser.open(flow: Site.susi), Self.good).carried["code"]
                != nil)
        let silent: [FormParameters] = [
            .flowRequest, .flowRequest.with("prompt", "none"), .flowRequest.with("max_age", "0"),
            .flowRequest.with("client_id", SampleApp.taskWidgetID).with("scope", "openid"),
        ]
        for request in silent { #expect(try await browser.open(flow: Site.susi, request).carried["code"] != nil) }
        for prompt in ["login", "select_account"] {
            #expect(try await browser.open(flow: Site.susi, .flowRequest.with("prompt", prompt)).status == .ok)
        }
        site.clock.advance(by: .seconds(10))
        #expect(try await browser.open(flow: Site.susi, .flowRequest.with("max_age", "9")).status == .ok)
        #expect(try await browser.open(flow: Site.susi, .flowRequest.with("max_age", "10")).carried["code"] != nil)
        site.clock.advance(by: .seconds(86_389))
        #expect(try await browser.open(flow: Site.susi).carried["code"] != nil)
        site.clock.advance(by: .seconds(1))
        #expect(try await browser.open(flow: Site.susi).status == .ok)
    }

    /// Changes of an account, each with whether it keeps a session that began at 1767225600.
    static let changes: [(change: @Sendable (inout Customer) -> Void, goesOn: Bool)] = [
        ({ $0.accountEnabled = false }, false),
        ({ $0.grantsEndedAt = Date(timeIntervalSince1970: 1_767_225_601) }, false),
        ({ $0.grantsEndedAt = Date(timeIntervalSince1970: 1_767_225_600) }, true),
    ]

    @Test(arguments: changes.indices) func `a session depends on its account`(_ row: Int) async throws {
        let (change, goesOn) = Self.changes[row]
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let silent = FormParameters.flowRequest.with("prompt", "none")
        #expect(try await browser.open(flow: Site.susi, silent).carried["code"] != nil)
        try await site.platform.context.database.write { database in
            for var customer in try Customer.fetchAll(database) {
                change(&customer)
                try customer.update(database)
            }
        }
        let answer = try await browser.open(flow: Site.susi, silent)
        #expect((answer.carried["code"] != nil) == goesOn)
        #expect(answer.flowErrorNumber == (goesOn ? nil : 90077))
    }

    @Test func `a new password is never a matter of the session`() async throws {
        var browser = Browser(site)
        _ = try await browser.press("sign-in", on: try await browser.open(flow: Site.susi), Self.good)
        #expect(try await browser.open(flow: Site.reset).title == "Reset your password – Task list for customers")
    }

    @Test func `auth_time is that of the password, not of the code`() async throws {
        var browser = Browser(site)
        _ = try await browser.press("sign-in", on: try await browser.open(flow: Site.susi), Self.good)
        site.clock.advance(by: .seconds(100))
        let code = try #require(try await browser.open(flow: Site.susi).carried["code"])
        let tokens = try await site.post("\(Site.susi)/token", .flowRedeeming(code)).object()
        let claims = try await site.flowClaims(of: tokens["id_token"])
        #expect(claims["auth_time"] == .number("1767225600") && claims["iat"] == .number("1767225700"))
    }

    @Test func `each sign-in renames the session`() async throws {
        var browser = Browser(site)
        let name = "tessera-customer-4400"
        _ = try await browser.press("sign-in", on: try await browser.open(flow: Site.susi), Self.good)
        let before = try #require(browser.cookies[name])
        let page = try await browser.open(flow: Site.susi, .flowRequest.with("prompt", "login"))
        _ = try await browser.press("sign-in", on: page, Self.good.with("email", "tomas.ferreira@mailbox.example"))
        #expect(browser.cookies[name] != before)
        browser.cookies[name] = before
        #expect(try await browser.open(flow: Site.susi).status == .ok)
    }

    @Test func `a hint fills the field`() async throws {
        let page = try await site.visit(flow: Site.susi, .flowRequest.with("login_hint", "ada@example.com"))
        #expect(page.text.contains(#"value="ada@example.com""#))
    }

    @Test func `Forgot your password is for the app to answer`() async throws {
        var browser = Browser(site)
        let answer = try await browser.press("forgot", on: try await browser.open(flow: Site.susi))
        #expect((answer.status, answer.carried["error"]) == (.found, "access_denied"))
        #expect(
            answer.carried["error_description"]?.hasPrefix("AADB2C90118: The user has forgotten their password.\r\n")
                == true)
    }

    @Test func `customers and people of a company do not know each other`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        let entry = Self.good.with("email", "ana.silva@aldervale.example")
        #expect(try await browser.press("sign-in", on: page, entry).text.contains("AADB2C90053"))
        let entra = try await browser.open(.goodRequest)
        let answer = try await browser.submit(entra, ["username": "ines.kallio@mailbox.example"])
        #expect(answer.text.contains("No user here has this user name"))
    }

    @Test func `forms come from our pages in this browser only`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        let form = page.form.fields.with("do", "sign-in").with("email", Self.good["email"])
            .with("password", "watchword")
        #expect(try await browser.post(page.form.action, form.without("csrf")).status == .forbidden)
        #expect(try await site.post(page.form.action, form).status == .forbidden)
        let elsewhere: HTTPFields = [.origin: "https://evil.example"]
        #expect(try await browser.post(page.form.action, form, fields: elsewhere).status == .forbidden)
        #expect(try await browser.post(page.form.action, form.adding("do", "cancel")).flowErrorNumber == 90122)
        #expect(try await browser.get(page.form.action).flowErrorNumber == 90008)
        #expect(try await browser.post(page.form.action, form).carried["code"] != nil)
    }

    @Test(arguments: ["tidy", "finish", "verify", ""])
    func `a button that is not on the page does no harm`(_ button: String) async throws {
        var browser = Browser(site)
        let answer = try await browser.press(button, on: try await browser.open(flow: Site.susi), Self.good)
        #expect(answer.status == .ok && answer.location == nil)
    }
}
