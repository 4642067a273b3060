// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct DevicePageTests: SiteSuite {
    let site: Site

    @Test func `a link cannot sign a device in`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        for request: FormParameters in [
            ["user_code": codes.user], .goodRequest.adding("user_code", codes.user),
            .goodRequest.with("prompt", "none").adding("user_code", codes.user),
        ] {
            _ = try await browser.open(request)
            _ = try await browser.get("/devicelogin?\(request.encoded)")
        }
        #expect(try await site.token(.polling(codes.device)).text.contains("authorization_pending"))
    }

    @Test func `a code in an app's link does not make the sign-in a device's`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        let link = FormParameters.goodRequest.with("prompt", "select_account").adding("user_code", codes.user)
        let answer = try await browser.submit(try await browser.open(link), ["username": "ana.silva@\(Site.domain)"])
        #expect(answer.carried["code"] != nil, "the app's sign-in went on")
        let short: FormParameters = ["client_id": Site.clientID, "prompt": "select_account", "user_code": codes.user]
        let page = try await browser.open(short, at: "common")
        #expect(try await browser.submit(page, ["username": "ana.silva@\(Site.domain)"]).status != .ok)
        #expect(try await site.token(.polling(codes.device)).text.contains("authorization_pending"))
    }

    @Test func `no step of a device's sign-in comes before the confirmation`() async throws {
        let codes = try await site.deviceCodes()
        let others = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        let typed = try await browser.get("/devicelogin")
        let question = try await browser.submit(typed, ["user_code": codes.user])
        let theirs = try await browser.confirm(others.user)
        let app = try await browser.open(.goodRequest.with("prompt", "select_account"))
        for page in [typed, question, theirs, app] {
            let form = page.form.fields.with("user_code", codes.user)
                .with("username", "ana.silva@\(Site.domain)")
            #expect(try await browser.post("/\(Site.tenantID)/login", form).status == .forbidden)
        }
        #expect(try await site.token(.polling(codes.device)).text.contains("authorization_pending"))
    }

    @Test func `a form that our page did not make is refused`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.get("/devicelogin")
        let other = try await browser.submit(page, ["user_code": try await site.deviceCodes().user])
        let good = try await browser.submit(page, ["user_code": codes.user]).form.fields.with("continue", "1")
        for token in [nil, "A", page.form.fields["csrf"], other.form.fields["csrf"]] {
            #expect(try await browser.post("/devicelogin", good.with("csrf", token)).status == .forbidden)
        }
        let elsewhere = try await browser.post("/devicelogin", good, fields: [.origin: "https://evil.example"])
        #expect(elsewhere.status == .forbidden)
        #expect(try await browser.post("/devicelogin", good.adding("user_code", "A")).status == .badRequest)
        #expect(try await browser.post("/devicelogin", good).offersSessions)
    }

    @Test func `a code belongs to the address that the device asked`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.confirm(codes.user)
        let form = page.form.fields.with("username", "ana.silva@\(Site.domain)")
        for tenant in ["common", "nobody", Site.domain.uppercased()] {
            let answer = try await browser.post("/\(tenant)/login", form)
            #expect(answer.text.contains("signed in") == (tenant == Site.domain.uppercased()))
        }
    }

    @Test func `the code of a device whose app was removed is no longer good`() async throws {
        let codes = try await site.deviceCodes()
        var browser = Browser(site)
        let page = try await browser.get("/devicelogin")
        _ = try await site.platform.context.database.write { try RegisteredApp.deleteOne($0, key: Site.clientID) }
        let answer = try await browser.submit(page, ["user_code": codes.user])
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("This code is no longer valid") && answer.text.contains("AADSTS70018"))
    }

    @Test func `a page open for too long reports an expired code`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.confirm(codes.user)
        site.clock.advance(by: .seconds(899))
        let early = try await browser.submit(page, ["username": "conor.obrien@\(Site.domain)"])
        #expect(early.status == .ok && early.text.contains(#"type="password""#))
        site.clock.advance(by: .seconds(1))
        let answer = try await browser.submit(page, ["username": "ana.silva@\(Site.domain)"])
        #expect(answer.status == .badRequest && answer.text.contains("This code is no longer valid"))
    }

    @Test(arguments: ["", "BCDFGHJKL", "' OR 1=1 --", "é", String(repeating: "B", count: 10_000)])
    func `a wrong code is requested again`(_ code: String) async throws {
        var browser = Browser(site)
        let page = try await browser.submit(try await browser.get("/devicelogin"), ["user_code": code])
        #expect(page.status == .ok && page.text.contains("That code is wrong"))
    }

    @Test func `after ten wrong codes a browser has to wait, and others do not`() async throws {
        let codes = try await site.deviceCodes()
        var browser = Browser(site)
        var other = Browser(site)
        var page = try await browser.get("/devicelogin")
        for _ in 0..<10 { page = try await browser.submit(page, ["user_code": "BBBBBBBBB"]) }
        page = try await browser.submit(page, ["user_code": codes.user])
        #expect(page.text.contains("That code is wrong"))
        let theirs = try await other.submit(try await other.get("/devicelogin"), ["user_code": codes.user])
        #expect(theirs.text.contains("Are you trying"))
        site.clock.advance(by: .seconds(899))
        let early = try await site.deviceCodes()
        page = try await browser.submit(page, ["user_code": early.user])
        #expect(page.text.contains("That code is wrong"))
        site.clock.advance(by: .seconds(1))
        let later = try await site.deviceCodes()
        #expect(try await browser.submit(page, ["user_code": later.user]).text.contains("Are you trying"))
    }

    @Test(arguments: Hostile.texts) func `typed codes are escaped`(_ text: String) async throws {
        var browser = Browser(site)
        let page = try await browser.submit(try await browser.get("/devicelogin"), ["user_code": text])
        #expect(Hostile.isHarmless(text, in: page.text))
    }

    @Test func `the name of an app is text`() async throws {
        let name = Hostile.texts[0]
        let app = RegisteredApp.sample(named: name)
        try await site.add(app)
        let codes = try await site.deviceCodes(.device.with("client_id", app.id).with("scope", "openid"))
        var browser = try await Browser.signedIn(at: site)
        let question = try await browser.submit(try await browser.get("/devicelogin"), ["user_code": codes.user])
        #expect(Hostile.isHarmless(name, in: question.text))
        let last = try await browser.approve(codes.user)
        #expect(last.text.contains("You have signed in"))
        #expect(Hostile.isHarmless(name, in: last.text))
    }
}
