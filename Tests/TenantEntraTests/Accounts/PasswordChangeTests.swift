// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PasswordChangeTests: SiteSuite {
    let site: Site
    private static let username = "ana.silva@\(Site.domain)"

    private func changing() async throws -> (Browser, Answer) {
        try await site.change("ana.silva") { $0.forceChangePasswordNextSignIn = true }
        var browser = Browser(site)
        let page = try await browser.signIn()
        return (browser, page)
    }

    private func form(_ old: String, _ new: String, _ again: String) -> FormParameters {
        ["username": Self.username, "password": old, "newPassword": new, "newPasswordAgain": again]
    }

    @Test func `the new password counts, and what was granted under the old one is over`() async throws {
        let refresh = FormParameters.refreshing(try await site.refreshToken())
        let code = try await site.code()
        var other = try await Browser.signedIn(at: site)
        site.clock.advance(by: .seconds(5))
        var (browser, page) = try await changing()
        #expect(page.text.contains("Change the password") && page.location == nil)
        let answer = try await browser.submit(page, form("watchword", "Fresh-Words-7", "Fresh-Words-7"))
        let own = try #require(answer.carried["code"])
        let reply = try await site.token(.redeeming(own)).object()
        #expect(try await site.token(.refreshing(try #require(reply["refresh_token"]?.string))).status == .ok)
        for form in [refresh, .redeeming(code)] {
            let error = try await site.token(form).object()
            #expect((error["error_codes"], error["suberror"]?.string) == (.array([.number("50173")]), "bad_token"))
        }
        #expect(try await other.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
        var again = Browser(site)
        #expect(try await again.signIn().text.contains("AADSTS50126"))
        #expect(try await again.signIn(password: "Fresh-Words-7").carried["code"] != nil)
    }

    static let refusals: [(String, String, String, String)] = [
        ("wrong", "Fresh-Words-7", "Fresh-Words-7", "AADSTS50126"),
        ("watchword", "Fresh-Words-7", "Fresh-Words-8", "do not match"),
        ("watchword", "short", "short", "8 to 256 characters"),
        ("watchword", "Fr\u{E9}sh-Words-7", "Fr\u{E9}sh-Words-7", "not allowed here"),
        ("watchword", "watchwords", "watchwords", "four kinds"), ("watchword", "", "", "8 to 256 characters"),
    ]

    @Test(arguments: refusals.indices) func `a form that will not do is shown again`(_ row: Int) async throws {
        let (old, new, repeated, words) = Self.refusals[row]
        var (browser, page) = try await changing()
        let answer = try await browser.submit(page, form(old, new, repeated))
        #expect(answer.text.contains(words) && answer.text.contains("Change the password"))
        #expect(answer.carried["code"] == nil)
        #expect(try await site.person("ana.silva").passwordHash == nil)
    }

    @Test func `the old password does not do as the new one`() async throws {
        var (browser, page) = try await changing()
        let done = try await browser.submit(page, form("watchword", "Fresh-Words-7", "Fresh-Words-7"))
        #expect(done.carried["code"] != nil)
        try await site.change("ana.silva") { $0.forceChangePasswordNextSignIn = true }
        var later = Browser(site)
        let next = try await later.signIn(password: "Fresh-Words-7")
        let answer = try await later.submit(next, form("Fresh-Words-7", "Fresh-Words-7", "Fresh-Words-7"))
        #expect(answer.text.contains("That is the old password"))
    }

    @Test func `a password that need not be changed can be changed with the old one only`() async throws {
        var browser = Browser(site)
        let picker = try await browser.open(.goodRequest)
        let wrong = try await browser.submit(picker, form("guess", "Fresh-Words-7", "Fresh-Words-7"))
        #expect(wrong.text.contains("AADSTS50126"))
        #expect(try await site.person("ana.silva").failedAttempts == 1)
    }
}
