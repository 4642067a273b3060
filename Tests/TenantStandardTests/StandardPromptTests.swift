// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// OpenID Connect Core §3.1.2.1, §3.1.2.3.
@Suite struct StandardPromptTests: SiteSuite {
    let site: Site

    @Test func `a person who has not agreed is not answered silently`() async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.openStandard(.standardRequest.with("prompt", "none"))
        #expect(answer.carried["error"] == "consent_required")
    }

    @Test func `of several people one must be chosen`() async throws {
        var browser = try await Browser.standard(at: site)
        _ = try await browser.agreeStandard()
        try await browser.joinStandard("conor.obrien")
        let silent = FormParameters.standardRequest.with("prompt", "none")
        #expect(try await browser.openStandard(silent).carried["error"] == "account_selection_required")
        let hinted = silent.with("login_hint", "ana.silva@\(Site.domain)")
        #expect(try await browser.openStandard(hinted).carried["code"] != nil)
        let other = silent.with("login_hint", "adaeze.okonkwo@\(Site.domain)")
        #expect(try await browser.openStandard(other).carried["error"] == "login_required")
    }

    @Test(arguments: [("prompt", "login"), ("max_age", "0")])
    func `the password is requested again, with a new auth_time`(_ name: String, _ value: String) async throws {
        var browser = try await Browser.standard(at: site)
        _ = try await browser.agreeStandard()
        let start = site.clock.now.seconds
        site.clock.advance(by: .seconds(30))
        let page = try await browser.openStandard(FormParameters.standardRequest.with(name, value))
        #expect(page.text.contains(#"type="password""#))
        // Naming who is signed in does not replace the password.
        let username = "ana.silva@\(Site.domain)"
        let still = try await browser.submit(page, ["username": username])
        #expect(still.text.contains(#"type="password""#))
        let answer = try await browser.submit(still, ["username": username, "password": "watchword"])
        let code = try #require(answer.carried["code"])
        let tokens = try await site.post("/op/token", .standardRedeeming(code)).object()
        let (_, claims) = try await site.standardClaims(of: tokens["id_token"]?.string)
        #expect(claims["auth_time"] == .integer(start + 30))
    }

    @Test func `a sign-in that is recent enough will do, an older one will not`() async throws {
        var browser = try await Browser.standard(at: site)
        _ = try await browser.agreeStandard()
        site.clock.advance(by: .seconds(100))
        let request = FormParameters.standardRequest.with("prompt", "none")
        #expect(try await browser.openStandard(request.with("max_age", "100")).carried["code"] != nil)
        #expect(try await browser.openStandard(request.with("max_age", "99")).carried["error"] == "login_required")
    }

    @Test func `the browser remembers for a day`() async throws {
        var browser = try await Browser.standard(at: site)
        _ = try await browser.agreeStandard()
        let silent = FormParameters.standardRequest.with("prompt", "none")
        site.clock.advance(by: .seconds(86_399))
        #expect(try await browser.openStandard(silent).carried["code"] != nil)
        site.clock.advance(by: .seconds(1))
        #expect(try await browser.openStandard(silent).carried["error"] == "login_required")
    }

    @Test func `asks for consent again if the client requests it`() async throws {
        var browser = try await Browser.standard(at: Site())
        _ = try await browser.agreeStandard()
        #expect(try await browser.openStandard(.standardRequest.with("prompt", "consent")).asksForConsent)
        #expect(try await browser.openStandard(.standardRequest.with("scope", "openid email")).asksForConsent)
    }

    @Test func `what one client may do, another may not`() async throws {
        var browser = try await Browser.standard(at: Site())
        #expect(try await browser.agreeStandard().carried["code"] != nil)
        let other = FormParameters.webRequest.with("scope", "openid profile")
        #expect(try await browser.openStandard(other.with("prompt", "none")).carried["error"] == "consent_required")
        #expect(try await browser.openStandard(other).asksForConsent)
    }

    @Test func `the account picker shows who is signed in, and a choice needs no password`() async throws {
        var browser = try await Browser.standard(at: Site())
        _ = try await browser.agreeStandard()
        let page = try await browser.openStandard(.standardRequest.with("prompt", "select_account"))
        #expect(page.offersSessions)
        #expect(try await browser.submit(page, ["username": "ana.silva@\(Site.domain)"]).carried["code"] != nil)
    }

    @Test func `an ID token as a hint selects only its user`() async throws {
        let token = try #require(try await site.standardTokens()["id_token"]?.string)
        let request = FormParameters.standardRequest.with("id_token_hint", token)
        var other = try await Browser.standard(at: site, as: "conor.obrien")
        #expect(try await other.openStandard(request.with("prompt", "none")).carried["error"] == "login_required")
        let page = try await other.openStandard(request)
        let refused = try await other.submit(page, ["username": "conor.obrien@\(Site.domain)"])
        #expect(refused.text.contains("The app requested another user"))
        // It may be old.
        site.clock.advance(by: .seconds(20_000))
        var same = try await Browser.standard(at: site)
        #expect(try await same.openStandard(request.with("prompt", "none")).carried["code"] != nil)
    }

    @Test func `a subject that the claims demand is the only one who is answered`() async throws {
        let id = try await site.person("ana.silva").id
        let claims = #"{"id_token":{"sub":{"value":"\#(id)"}}}"#
        let request = FormParameters.standardRequest.with("claims", claims).with("prompt", "none")
        var other = try await Browser.standard(at: site, as: "conor.obrien")
        #expect(try await other.openStandard(request).carried["error"] == "login_required")
    }
}
