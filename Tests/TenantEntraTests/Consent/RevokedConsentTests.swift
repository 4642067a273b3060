// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct RevokedConsentTests {
    let site: Site

    static let request = FormParameters.goodRequest.with("scope", "openid offline_access User.Read")

    init() throws { site = try Site(asksForConsent: true) }

    private func refreshToken(of browser: inout Browser, _ request: FormParameters = request) async throws -> String {
        let code = try #require(try await browser.agree(to: request).carried["code"])
        return try #require(try await site.token(.redeeming(code)).object()["refresh_token"]?.string)
    }

    @Test func `a refresh beyond what was agreed to is refused, and takes nothing away`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let token = try await refreshToken(of: &browser)
        for scope in ["User.ReadBasic.All", "openid User.Read Directory.Read.All"] {
            let answer = try await site.token(.refreshing(token).adding("scope", scope))
            #expect(answer.status == .badRequest)
            #expect(try answer.refusal == ["invalid_grant", "65001", "consent_required"])
            #expect(try await site.token(.refreshing(token)).status == .ok)
        }
    }

    @Test func `the scope .default means the consented permissions, and an error without any`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let token = try await refreshToken(of: &browser)
        let all = FormParameters.refreshing(token).adding("scope", "https://graph.microsoft.com/.default")
        let reply = try await site.token(all)
        let claims = try await site.claims(of: try reply.object()["access_token"])
        #expect(claims["scp"]?.string == "User.Read User.Read.All")
        try await site.add(RegisteredApp.api(id: "11111111-0000-4000-8000-000000000000", scopes: ["Silent.Read"]))
        let none = try await site.token(.refreshing(token).adding("scope", "api://wordless/.default")).object()
        #expect(none["error_codes"]?.array == [.number("65001")])
    }

    @Test func `after revoking, refresh tokens wait for a new yes`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let token = try await refreshToken(of: &browser)
        let page = try await browser.get("/myapps")
        for text in ["Ana Silva", "QuickStart", "Read your profile", "Revoke", "An administrator agreed"] {
            #expect(page.text.contains(text))
        }
        let answer = try await browser.submit(page, [:])
        #expect((answer.status, answer.location) == (.seeOther, "/myapps"))
        #expect(try await !browser.get("/myapps").text.contains("You agreed"))
        for form in [FormParameters.refreshing(token), .refreshing(token).adding("scope", "openid")] {
            let error = try await site.token(form).object()
            #expect(error.texts("error", "suberror") == ["invalid_grant", "consent_required"])
        }
        #expect(try await browser.open(Self.request.with("prompt", "none")).errorNumber == 65001)
        #expect(try await browser.open(Self.request).asksForConsent)
        _ = try await browser.agree(to: Self.request)
        #expect(try await site.token(.refreshing(token)).status == .ok)
    }

    @Test func `consent is visible only to its user`() async throws {
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.agree(to: Self.request)
        #expect(try await browser.get("/myapps").text.contains("You agreed"))
        var other = try await Browser.signedIn(at: site, as: "tobias.weiss")
        let page = try await other.get("/myapps")
        #expect(page.text.contains("Tobias Wei") && !page.text.contains("You agreed"))
    }

    @Test func `only an administrator can revoke admin consent`() async throws {
        var administrator = try await Browser.signedIn(at: site, as: "tobias.weiss")
        _ = try await administrator.agree(to: Self.request, everybody: true)
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.get("/myapps")
        #expect(page.text.contains("An administrator agreed for everyone") && !page.text.contains("<button"))
        let own = try await administrator.get("/myapps")
        #expect(try await browser.agree(to: .goodRequest.with("scope", "email")).carried["code"] != nil)
        _ = try await browser.submit(try await browser.get("/myapps"), ["everybody": "1"])
        #expect(try await browser.open(Self.request).carried["code"] != nil, "a user's checkbox is ignored")
        #expect(try await administrator.submit(own, [:]).status == .seeOther)
        #expect(try await browser.open(Self.request).asksForConsent)
    }

    static let forgeries: [FormParameters] = [["csrf": ""], ["csrf": "other"]]

    @Test(arguments: forgeries) func `a forged form revokes nothing`(_ form: FormParameters) async throws {
        var browser = try await Browser.signedIn(at: site)
        let token = try await refreshToken(of: &browser)
        let page = try await browser.get("/myapps")
        let answer = try await browser.submit(page, form)
        #expect(answer.status == .forbidden)
        #expect(answer.text.contains("This page has expired, or is for another browser."))
        #expect(try await site.token(.refreshing(token)).status == .ok)
    }

    @Test func `a person revokes only their own consent`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let token = try await refreshToken(of: &browser)
        let ana = try await site.person("ana.silva")
        var colleague = try await Browser.signedIn(at: site, as: "conor.obrien")
        _ = try await refreshToken(of: &colleague)
        let page = try await colleague.get("/myapps")
        #expect(!page.text.contains("Ana Silva"))
        #expect(try await colleague.submit(page, ["person": ana.id]).status == .seeOther)
        #expect(try await site.token(.refreshing(token)).status == .ok)
    }

    @Test func `without a sign-in the page says how to get one`() async throws {
        var browser = Browser(site)
        let page = try await browser.get("/myapps")
        #expect(page.status == .ok && page.text.contains("No one is signed in on this browser."))
        #expect(page.text.contains("tessera sign-in"))
        #expect(page["Content-Security-Policy"]?.hasSuffix("form-action 'self'") == true)
    }

    @Test func `a code grants the consent at the time of its redemption`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let code = try #require(try await browser.agree(to: Self.request).carried["code"])
        _ = try await browser.submit(try await browser.get("/myapps"), [:])
        #expect(try await site.token(.redeeming(code)).object()["error_codes"]?.array == [.number("65001")])
    }
}
