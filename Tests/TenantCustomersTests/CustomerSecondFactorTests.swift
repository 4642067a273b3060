// SPDX-License-Identifier: Apache-2.0
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct CustomerSecondFactorTests: SiteSuite {
    let site: Site

    static let email = "ines.kallio@mailbox.example"
    static let good: FormParameters = ["email": email, "password": "watchword"]

    func need(_ method: FlowSecondFactor.Method, _ enforcement: FlowSecondFactor.Enforcement = .always) async throws {
        try await site.change("B2C_1_susi") {
            $0.secondFactor = FlowSecondFactor(method: method, enforcement: enforcement)
        }
    }

    private func factorPage(_ browser: inout Browser) async throws -> Answer {
        try await browser.press("sign-in", on: try await browser.open(flow: Site.susi), Self.good)
    }

    @Test func `a code by e-mail is asked for behind the password, once for a session`() async throws {
        try await need(.email)
        var browser = Browser(site)
        let page = try await factorPage(&browser)
        #expect(page.title == "Enter the code – Task list for customers" && page.carried["code"] == nil)
        let silent = FormParameters.flowRequest.with("prompt", "none")
        #expect(try await browser.open(flow: Site.susi, silent).flowErrorNumber == 90077)
        // The password alone signs in to flows that want no more.
        #expect(try await browser.open(flow: Site.signIn).carried["code"] != nil)
        let wrong = try await browser.press("verify-factor", on: page, ["code": try await site.wrongCode()])
        #expect(wrong.text.contains("The code is incorrect."))
        let answer = try await browser.press(
            "verify-factor", on: wrong, ["code": try await site.mailedCode(to: Self.email)])
        #expect(answer.carried["code"] != nil)
        #expect(try await browser.open(flow: Site.susi, silent).carried["code"] != nil)
    }

    @Test func `a new phone is stored after its first right code`() async throws {
        try await need(.phone)
        var browser = Browser(site)
        let page = try await factorPage(&browser)
        #expect(page.title == "Add your phone – Task list for customers")
        let wrong = try await browser.press("send-to-phone", on: page, ["phone": "0123"])
        #expect(wrong.text.contains("Enter the number with its country code"))
        let code = try await browser.press("send-to-phone", on: wrong, ["phone": "+44 7700 900123"])
        #expect(code.text.contains("+44 7700 900123") && code.text.contains("Change number"))
        let typed = try await site.mailedCode(to: "+44 7700 900123")
        // The code is for the number that it went to.
        let other = try await browser.press("verify-factor", on: code, ["code": typed, "phone": "+44 7700 900999"])
        #expect(other.carried["code"] == nil)
        #expect(try await browser.press("change-phone", on: code).title == page.title)
        #expect(try await browser.press("verify-factor", on: code, ["code": typed]).carried["code"] != nil)
        var next = Browser(site)
        let known = try await factorPage(&next)
        #expect(known.text.contains("+44 •••••• 123") && !known.text.contains("900123"))
    }

    @Test(
        arguments: [
            ("+44 (7700) 900.123", true), ("+49-30-900123", true), ("+1234567", true), ("0123", false),
            ("+123456", false), ("+1234567890123456", false), ("+44 7700 900123 -", false), ("+44 7700 900123;", false),
        ])
    func `validates phone numbers`(phone: String, isTaken: Bool) async throws {
        try await need(.phone)
        var browser = Browser(site)
        let next = try await browser.press("send-to-phone", on: try await factorPage(&browser), ["phone": phone])
        #expect((next.text.contains(PhoneNumber.demand), next.text.contains("Change number")) == (!isTaken, isTaken))
    }

    @Test func `where it depends, only those with a telephone are asked`() async throws {
        try await need(.phone, .conditional)
        var browser = Browser(site)
        #expect(try await factorPage(&browser).carried["code"] != nil)
    }

    @Test func `too many codes end at the app`() async throws {
        try await need(.email)
        var browser = Browser(site)
        let page = try await factorPage(&browser)
        var answer = page
        for _ in 0..<15 { answer = try await browser.press("verify-factor", on: page, ["code": "x"]) }
        #expect(answer.flowErrorNumber == 90151 && answer.carried["error"] == "access_denied")
    }

    @Test func `a sign-up with a code by email needs no second one`() async throws {
        try await need(.email)
        var browser = Browser(site)
        let answer = try await browser.signUp(
            "nora@example.com", named: "Nora", from: try await browser.open(flow: Site.susi))
        #expect(answer.carried["code"] != nil)
        try await need(.phone)
        var other = Browser(site)
        let phone = try await other.signUp(
            "otto@example.com", named: "Otto", from: try await other.open(flow: Site.susi))
        let code = try await other.press("send-to-phone", on: phone, ["phone": "+49 30 900123"])
        let end = try await other.press(
            "verify-factor", on: code, ["code": try await site.mailedCode(to: "+49 30 900123")])
        let tokens = try await site.post(
            "\(Site.susi)/token", .flowRedeeming(try #require(end.carried["code"]))
        ).object()
        #expect(try await site.flowClaims(of: tokens["id_token"])["newUser"] == .boolean(true))
    }

    @Test func `a code is for one browser, and nobody's form makes them new`() async throws {
        try await need(.email)
        var (first, second) = (Browser(site), Browser(site))
        let one = try await factorPage(&first)
        let code = try await site.mailedCode(to: Self.email)
        let other = try await factorPage(&second)
        #expect(try await second.press("verify-factor", on: other, ["code": code]).carried["code"] == nil)
        let forged = try await first.press("verify-factor", on: one, ["code": code, "new": "1"])
        #expect(forged.title == "Sign in – Task list for customers")
    }
}
