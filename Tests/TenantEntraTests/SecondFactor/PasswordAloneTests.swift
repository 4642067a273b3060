// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PasswordAloneTests: SiteSuite {
    let site: Site

    private func afterPassword(_ request: FormParameters = .goodRequest) async throws -> (Browser, Answer) {
        var browser = Browser(site)
        let page = try await browser.signIn(request, as: Site.careful)
        return (browser, page)
    }

    @Test func `a silent request without the second factor returns an error`() async throws {
        var (browser, _) = try await afterPassword()
        let answer = try await browser.open(.goodRequest.with("prompt", "none"))
        #expect((answer.carried["error"], answer.errorNumber) == ("interaction_required", 50076))
        #expect(answer.carried["code"] == nil)
    }

    static let requests: [FormParameters] = [
        .goodRequest, .goodRequest.with("login_hint", Site.carefulName), .goodRequest.with("prompt", "select_account"),
        .goodRequest.with("prompt", "login"), .goodRequest.with("prompt", "consent"),
    ]

    @Test(arguments: requests) func `no request is answered`(_ request: FormParameters) async throws {
        var (browser, _) = try await afterPassword()
        let page = try await browser.open(request)
        #expect(page.location == nil)
        #expect(try await browser.submit(page, ["username": Site.carefulName]).carried["code"] == nil)
    }

    static let forms: [@Sendable (FormParameters) -> FormParameters] = [
        { $0.with("factor", nil) }, { $0.with("factor", "") },
        { $0.with("factor", String(repeating: "A", count: 43)) }, { $0.with("factor", $0["csrf"]) },
        { $0.with("request", FormParameters.goodRequest.with("scope", "openid").encoded) },
    ]

    @Test(arguments: forms.indices) func `a right code in a wrong form is refused`(_ index: Int) async throws {
        var (browser, page) = try await afterPassword()
        let form = page.form.fields.with("code", try await site.newestCode())
        let answer = try await browser.post(page.form.action, Self.forms[index](form))
        #expect((answer.status, answer.location) == (.forbidden, nil))
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50076)
    }

    @Test func `a code helps only in the browser that the password was typed in`() async throws {
        var (mine, page) = try await afterPassword()
        var (other, otherPage) = try await afterPassword()
        let code = try await site.newestCode()
        let answer = try await mine.submit(page, ["code": code])
        #expect(answer.carried["code"] == nil, "the newest code is the other browser's")
        var stranger = Browser(site)
        let picker = try await stranger.open(.goodRequest)
        let form = otherPage.form.fields.with("csrf", picker.form.fields["csrf"]).with("code", code)
        #expect(try await stranger.post(otherPage.form.action, form).carried["code"] == nil)
        #expect(try await other.submit(otherPage, ["code": code]).carried["code"] != nil)
    }

    @Test func `a code does not stand for the password`() async throws {
        var (browser, page) = try await afterPassword()
        browser.cookies["tessera-session-4400"] = nil
        let answer = try await browser.submit(page, ["code": try await site.newestCode()])
        #expect(answer.text.contains(#"type="password""#) && answer.carried["code"] == nil)
    }

    @Test func `a code is good once`() async throws {
        var (browser, page) = try await afterPassword()
        let code = try await site.newestCode()
        let cookies = browser.cookies
        _ = try await browser.submit(page, ["code": code])
        browser.cookies = cookies
        #expect(try await browser.submit(page, ["code": code]).carried["code"] == nil)
    }

    @Test func `a fresh password makes an earlier form worthless`() async throws {
        var (browser, page) = try await afterPassword()
        site.clock.advance(by: .seconds(1))
        _ = try await browser.signIn(.goodRequest.with("prompt", "login"), as: Site.careful)
        let answer = try await browser.submit(page, ["code": try await site.newestCode()])
        #expect(answer.status == .forbidden && answer.text.contains("This code belongs to another sign-in."))
    }

    @Test func `a phone added later requires a code before the next token`() async throws {
        let tokens = try await site.tokens()
        let refresh = FormParameters.refreshing(try #require(tokens["refresh_token"]?.string))
        let code = try await site.code()
        var browser = try await Browser.signedIn(at: site)
        try await site.platform.context.database.write {
            try $0.execute(
                sql: "UPDATE person SET secondFactorPhone = '+44 7700 900001' WHERE userPrincipalName = ?",
                arguments: ["ana.silva@\(Site.domain)"])
        }
        for form in [refresh, .redeeming(code)] {
            let answer = try await site.token(form)
            let error = try answer.object()
            #expect(answer.status == .badRequest)
            #expect(error.texts("error", "suberror") == ["invalid_grant", "basic_action"])
            let claims = try StrictJSON.object(in: (error["claims"]?.string ?? "").utf8)
            #expect(claims["access_token"]?.object != nil)
            #expect(error["error_codes"]?.array == [.number("50076")])
        }
        #expect(try await browser.open(.goodRequest).text.contains("Enter the code"))
    }

    @Test func `consents need the second factor`() async throws {
        var browser = Browser(site)
        _ = try await browser.signIn(as: Site.careful)
        #expect(try await !browser.get("/myapps").text.contains(Site.carefulName))
        try await browser.join(Site.careful)
        #expect(try await browser.get("/myapps").text.contains(Site.carefulName))
    }
}
