// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import TenantCustomers
@testable import TenantFixtures

@Suite struct FlowKindTests: SiteSuite {
    let site: Site

    static let good: FormParameters = ["email": "ines.kallio@mailbox.example", "password": "watchword"]
    static let new: FormParameters = [
        "password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Nora",
    ]

    private func claims(of answer: Answer, at place: String) async throws -> [String: JSONValue] {
        let code = try #require(answer.carried["code"], "\(answer.text)")
        let tokens = try await site.post("\(place)/token", .flowRedeeming(code)).object()
        return try await site.flowClaims(of: tokens["id_token"])
    }

    @Test func `a sign-in flow offers no sign-up`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.signIn)
        #expect(page.title == "Sign in – Task list for customers" && !page.text.contains("Sign up now"))
        for button in ["sign-up", "send", "finish", "save", "verify-factor"] {
            #expect(try await browser.press(button, on: page, ["email": "a@example.com"]).title == page.title)
        }
        #expect(try await site.messageCount() == 0)
        let answer = try await browser.press("sign-in", on: page, Self.good)
        #expect(try await claims(of: answer, at: Site.signIn)["tfp"]?.string == "B2C_1_signin")
        #expect(try await browser.open(flow: Site.signIn).carried["code"] != nil)
    }

    @Test func `a flow for signing up begins with the address, also for a signed-in customer`() async throws {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let page = try await browser.open(flow: Site.signUp)
        #expect(page.title == "Sign up – Task list for customers")
        let details = try await browser.verify("nora@example.com", from: page)
        #expect(details.text.contains(#"name="country""#))
        let answer = try await browser.press("finish", on: details, Self.new.with("country", "Norway"))
        let claims = try await claims(of: answer, at: Site.signUp)
        #expect(claims["country"]?.string == "Norway" && claims["newUser"] == .boolean(true))
        #expect(claims["given_name"] == nil)
    }

    @Test func `a customer signs in before changing the profile`() async throws {
        var browser = Browser(site)
        let first = try await browser.open(flow: Site.editProfile)
        #expect(first.title == "Sign in – Task list for customers" && !first.text.contains("Sign up now"))
        let page = try await browser.press("sign-in", on: first, Self.good)
        #expect(page.title == "Edit your profile – Task list for customers")
        #expect(page.text.contains(#"value="Ines Kallio""#) && page.text.contains(#"value="Kallio""#))
        let wrong = try await browser.press("save", on: page, ["displayName": "", "city": "Turku"])
        #expect(wrong.text.contains("Enter the name to show to others."))
        #expect(wrong.text.contains(#"value="Turku""#) && wrong.text.contains(#"aria-invalid="true""#))
        let answer = try await browser.press(
            "save", on: wrong, ["displayName": "Ines K", "city": "Turku", "jobTitle": "Baker"])
        let claims = try await claims(of: answer, at: Site.editProfile)
        #expect(claims["name"]?.string == "Ines K" && claims["city"]?.string == "Turku")
        // Fields that were left empty have no value any more.
        #expect(claims["family_name"] == nil && claims["newUser"] == nil)
    }

    @Test func `a signed-in customer sees the profile at once, and can cancel`() async throws {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let page = try await browser.open(flow: Site.editProfile)
        #expect(page.title == "Edit your profile – Task list for customers")
        #expect(try await browser.press("cancel", on: page).flowErrorNumber == 90091)
        let silent = FormParameters.flowRequest.with("prompt", "none")
        #expect(try await browser.open(flow: Site.editProfile, silent).flowErrorNumber == 90077)
        let again = FormParameters.flowRequest.with("prompt", "login")
        #expect(try await browser.open(flow: Site.editProfile, again).title == "Sign in – Task list for customers")
    }

    @Test func `a session alone changes no profile: the form must be ours, for this request`() async throws {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let page = try await browser.open(flow: Site.editProfile)
        let first = try await browser.open(flow: Site.editProfile, .flowRequest.with("prompt", "login"))
        for proof in [nil, "", page.form.fields["proof"]] {
            let answer = try await browser.press("save", on: first, Self.new.with("proof", proof))
            #expect(answer.title == "Sign in – Task list for customers")
        }
        #expect(try await browser.press("save", on: page, ["displayName": "X"]).carried["code"] != nil)
    }

    @Test func `a password can be reset within a flow that allows it`() async throws {
        try await site.change("B2C_1_susi") { $0.passwordReset = .embedded }
        var browser = Browser(site)
        let page = try await browser.press("forgot", on: try await browser.open(flow: Site.susi))
        #expect(page.title == "Reset your password – Task list for customers")
        let details = try await browser.verify("ines.kallio@mailbox.example", from: page)
        #expect(details.title == "Choose a new password – Task list for customers")
        let claims = try await claims(of: try await browser.press("finish", on: details, Self.new), at: Site.susi)
        #expect(claims["tfp"]?.string == "B2C_1_susi" && claims["newUser"] == nil)
        #expect(claims["name"]?.string == "Ines Kallio")
    }

    @Test func `a proof for a new password makes no account, and the other way round`() async throws {
        try await site.change("B2C_1_susi") { $0.passwordReset = .embedded }
        var browser = Browser(site)
        let first = try await browser.open(flow: Site.susi)
        let reset = try await browser.verify(
            "ines.kallio@mailbox.example", from: try await browser.press("forgot", on: first))
        let answer = try await browser.press("finish", on: reset, Self.new.with("errand", "sign-up"))
        #expect(answer.text.contains("Verify the address again"))
        let signUp = try await browser.verify("n@example.com", from: try await browser.press("sign-up", on: first))
        let other = try await browser.press("finish", on: signUp, Self.new.with("errand", "reset"))
        #expect(other.text.contains("Verify the address again"))
    }

    @Test func `Keep me signed in does so as long as the flow says`() async throws {
        try await site.change("B2C_1_susi") { $0.keepSignedInDays = 7 }
        var (kept, other) = (Browser(site), Browser(site))
        let page = try await kept.open(flow: Site.susi)
        #expect(page.text.contains("Keep me signed in"))
        let answer = try await kept.press("sign-in", on: page, Self.good.with("keep", "1"))
        #expect(answer.fields[values: .setCookie].contains { $0.contains("Max-Age=604800") })
        _ = try await other.press("sign-in", on: try await other.open(flow: Site.susi), Self.good)
        site.clock.advance(by: .seconds(604_799))
        #expect(try await kept.open(flow: Site.susi).carried["code"] != nil)
        #expect(try await other.open(flow: Site.susi).status == .ok)
        let cookies = kept.cookies.pairs
        site.clock.advance(by: .seconds(1))
        #expect(try await kept.open(flow: Site.susi).status == .ok)
        // A browser may keep the cookie for longer.
        for (name, value) in cookies { kept.cookies[name] = value }
        #expect(try await kept.open(flow: Site.susi).status == .ok)
    }

    @Test func `an app may name the person by an earlier ID token`() async throws {
        let token = try #require(try await site.flowTokens()["id_token"]?.string)
        var browser = Browser(site)
        let hinted = FormParameters.flowRequest.with("id_token_hint", token)
        #expect(try await browser.open(flow: Site.susi, hinted).text.contains(#"value="ines.kallio@mailbox.example""#))
        try await browser.join(customer: "tomas.ferreira@mailbox.example")
        #expect(try await browser.open(flow: Site.susi, hinted.with("prompt", "none")).flowErrorNumber == 90077)
        let forged = hinted.with("id_token_hint", token + "x")
        #expect(try await browser.open(flow: Site.susi, forged).flowErrorNumber == 90122)
    }

    @Test func `locale and domain hints change nothing`() async throws {
        let request = FormParameters.flowRequest.with("ui_locales", "de fr").with("domain_hint", "facebook.com")
        #expect(try await site.visit(flow: Site.susi, request).title == "Sign in – Task list for customers")
    }
}
