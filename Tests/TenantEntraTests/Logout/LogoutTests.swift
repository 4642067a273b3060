// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct LogoutTests: SiteSuite {
    static let path = "/\(Site.tenantID)/oauth2/v2.0/logout"
    static let ana = "ana.silva@\(Site.domain)"
    static let conor = "conor.obrien@\(Site.domain)"

    let site: Site

    private func isSignedIn(_ browser: Browser, _ name: String) async throws -> Bool {
        var browser = browser
        let request = FormParameters.goodRequest.with("prompt", "none").with("login_hint", name)
        return try await browser.open(request).carried["code"] != nil
    }

    private func out(_ browser: inout Browser, _ parameters: FormParameters = [:]) async throws -> Answer {
        try await browser.get("\(Self.path)?\(parameters.encoded)")
    }

    @Test func `the next sign-in shows the picker`() async throws {
        var browser = Browser(site)
        _ = try await browser.signIn()
        let session = browser.cookies["tessera-session-4400"]
        let answer = try await out(&browser)
        #expect(answer.status == .ok && answer.text.contains("You are signed out"))
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer.fields[.setCookie]?.hasPrefix("tessera-session-4400=; Path=/; Max-Age=0") == true)
        #expect(try await browser.open(.goodRequest).text.contains("Sample people"))
        browser.cookies["tessera-session-4400"] = session
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
    }

    @Test func `a form of an app is sent on to the link`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let answer = try await browser.post(Self.path, ["state": "a b", "post_logout_redirect_uri": Site.redirectURI])
        #expect(answer.status == .seeOther)
        let location = try #require(answer.location)
        #expect(location.hasPrefix(Self.path + "?"))
        #expect(answer.carried["state"] == "a b")
        #expect(try await isSignedIn(browser, Self.ana))
        _ = try await browser.get(location)
        #expect(try await !isSignedIn(browser, Self.ana))
    }

    @Test func `the app is redirected to its registered address`() async throws {
        for (asked, state, expected) in [
            (Site.redirectURI, "s 1", "\(Site.redirectURI)?state=s%201"),
            ("http://localhost:50000", nil, "http://localhost:50000"),
        ] {
            var browser = try await Browser.signedIn(at: site)
            let parameters: FormParameters = ["client_id": Site.clientID, "post_logout_redirect_uri": asked]
            let answer = try await out(&browser, parameters.with("state", state))
            #expect((answer.status, answer.location) == (.found, expected))
            #expect(try await !isSignedIn(browser, Self.ana))
        }
    }

    static let elsewhere: [FormParameters] = [
        ["client_id": Site.clientID, "post_logout_redirect_uri": "https://evil.example"],
        ["client_id": Site.clientID, "post_logout_redirect_uri": "http://localhost.evil.example"],
        ["client_id": Site.clientID, "post_logout_redirect_uri": "//evil.example"],
        ["client_id": "nobody", "post_logout_redirect_uri": Site.redirectURI],
        ["post_logout_redirect_uri": Site.redirectURI],
        ["client_id": Site.clientID, "post_logout_redirect_uri": "http://localhost:49152/other"],
        ["client_id": SampleApp.nightlyReportID, "post_logout_redirect_uri": Site.redirectURI],
        ["id_token_hint": "a.b.c", "post_logout_redirect_uri": Site.redirectURI],
    ]

    @Test(arguments: elsewhere)
    func `never redirects to an unregistered address`(_ parameters: FormParameters) async throws {
        var browser = try await Browser.signedIn(at: site)
        let answer = try await out(&browser, parameters.with("logout_hint", Self.ana))
        #expect((answer.status, answer.location) == (.ok, nil))
        #expect(answer.text.contains("is not registered"))
        #expect(try await !isSignedIn(browser, Self.ana))
    }

    @Test func `one of several people is chosen, or all`() async throws {
        var browser = try await Browser.signedIn(at: site)
        try await browser.join("conor.obrien")
        try await browser.join(Site.careful)
        let page = try await out(
            &browser, ["client_id": Site.clientID, "post_logout_redirect_uri": Site.redirectURI, "state": "s"])
        #expect(page.status == .ok)
        for text in [Self.ana, Self.conor, "Sign out of all"] { #expect(page.text.contains(text)) }
        #expect(page["Content-Security-Policy"]?.contains("form-action 'self' \(Site.redirectURI)") == true)
        let chosen = page.form.fields.with("logout_hint", Self.ana)
        let answer = try await browser.get("\(page.form.action)?\(chosen.encoded)")
        #expect(answer.location == "\(Site.redirectURI)?state=s")
        #expect(try await !isSignedIn(browser, Self.ana))
        #expect(try await isSignedIn(browser, Self.conor))
        let all = page.form.fields.with("everybody", "1")
        #expect(try await browser.get("\(page.form.action)?\(all.encoded)").status == .found)
        #expect(try await !isSignedIn(browser, Self.conor))
    }

    @Test func `a hint names the person to sign out`() async throws {
        let tokens = try await site.tokens(as: "conor.obrien")
        let token = try #require(tokens["id_token"]?.string)
        for hint: FormParameters in [
            ["logout_hint": Self.conor.uppercased()], ["logout_hint": try await site.person("conor.obrien").id],
            ["id_token_hint": token], ["id_token_hint": token, "client_id": Site.clientID],
        ] {
            var browser = try await Browser.signedIn(at: site)
            try await browser.join("conor.obrien")
            #expect(try await out(&browser, hint).text.contains("You are signed out"))
            #expect(try await !isSignedIn(browser, Self.conor))
            #expect(try await isSignedIn(browser, Self.ana))
        }
    }

    @Test func `a token names the app as well, however old it is`() async throws {
        let token = try await site.tokens()["id_token"]?.string ?? ""
        site.clock.advance(by: .seconds(86_400))
        var browser = try await Browser.signedIn(at: site)
        let parameters: FormParameters = ["id_token_hint": token, "post_logout_redirect_uri": Site.redirectURI]
        #expect(try await out(&browser, parameters).location == Site.redirectURI)
        let other = try await out(&browser, parameters.with("client_id", SampleApp.nightlyReportID))
        #expect(other.location == nil, "a token of another app")
    }

    @Test func `only an ID token of Entra ID is a hint`() async throws {
        let person = #""person":"conor.obrien@aldervale.example","clientId":"\#(Site.clientID)""#
        let foreign = try await site.control(.post, "tokens", #"{"use":"id",\#(person),"broken":"wrongIssuer"}"#)
        let tokens = [
            try foreign.object()["token"]?.string, try await site.tasksToken(as: "conor.obrien"),
            try await site.flowTokens()["id_token"]?.string,
        ]
        for token in tokens {
            var browser = try await Browser.signedIn(at: site)
            try await browser.join("conor.obrien")
            let hint: FormParameters = ["id_token_hint": try #require(token)]
            #expect(try await out(&browser, hint).text.contains("Which account do you want to sign out of?"))
            #expect(try await isSignedIn(browser, Self.conor))
        }
    }

    @Test func `after a hint at another person, a page asks`() async throws {
        let tokens = try await site.tokens(as: "conor.obrien")
        for hint: FormParameters in [["logout_hint": "nobody"], ["id_token_hint": tokens["id_token"]?.string ?? ""]] {
            var browser = try await Browser.signedIn(at: site)
            #expect(try await out(&browser, hint).text.contains("Which account do you want to sign out of?"))
            #expect(try await isSignedIn(browser, Self.ana))
        }
    }

    @Test func `a password alone is signed out, too`() async throws {
        var browser = Browser(site)
        _ = try await browser.signIn(as: Site.careful)
        _ = try await out(&browser)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
    }

    @Test func `a session of another directory stays`() async throws {
        try await site.addOtherDirectory()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.get("/\(Site.otherTenantID)/oauth2/v2.0/logout")
        #expect(try await isSignedIn(browser, Self.ana))
        _ = try await browser.get("/common/oauth2/v2.0/logout")
        #expect(try await !isSignedIn(browser, Self.ana))
    }

    @Test func `the way to the link stays here`() async throws {
        for path in ["//evil.example/oauth2/v2.0/logout", "/\\evil.example/oauth2/v2.0/logout"] {
            #expect(try await site.post(path, [:]).location == nil)
        }
        #expect(try await site.post("//\(Site.domain)/oauth2/v2.0/logout", [:]).location == "\(Self.path)?")
    }

    @Test func `an unreadable request is an error page`() async throws {
        var browser = try await Browser.signedIn(at: site)
        for path in ["/nobody/oauth2/v2.0/logout", "\(Self.path)?state=%FF", "\(Self.path)?state=a&state=b"] {
            let answer = try await browser.get(path)
            #expect(answer.status == .badRequest && answer.errorNumber != nil)
        }
        #expect(try await isSignedIn(browser, Self.ana))
    }
}
