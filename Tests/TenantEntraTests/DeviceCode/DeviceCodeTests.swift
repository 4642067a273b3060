// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct DeviceCodeTests: SiteSuite {
    let site: Site

    @Test func `a device gets two codes, and words to show`() async throws {
        let answer = try await site.post("\(Site.deviceCodePath)?mkt=de-DE", .device)
        let members = try answer.object()
        let code = try #require(members["user_code"]?.string)
        #expect(answer["Cache-Control"] == "no-store, no-cache")
        #expect(
            Set(members.keys)
                == ["user_code", "device_code", "verification_uri", "expires_in", "interval", "message"])
        #expect(code.wholeMatch(of: #/[BCDFGHJKLMNPQRSTVWXZ]{9}/#) != nil)
        #expect(members["verification_uri"]?.string == "http://127.0.0.1:4400/devicelogin")
        #expect((members["expires_in"], members["interval"]) == (.number("900"), .number("5")))
        #expect(
            members["message"]?.string
                == "To sign in, use a web browser to open the page http://127.0.0.1:4400/devicelogin and enter the "
                + "code \(code) to authenticate.")
        #expect(members["device_code"]?.string?.count == 43)
    }

    @Test func `a person signs in elsewhere, and the device gets its tokens`() async throws {
        let codes = try await site.deviceCodes()
        var browser = Browser(site)
        let first = try await browser.get("/devicelogin")
        #expect(first.text.contains(#"name="user_code""#))
        let question = try await browser.submit(first, ["user_code": codes.user])
        #expect(question.text.contains("Are you trying to sign in to <bdi>QuickStart</bdi>?"))
        #expect(question.text.contains("Only continue if you started this yourself on another device."))
        let picker = try await browser.submit(question, ["continue": "1"])
        #expect(picker.text.contains("Sample people"))
        #expect(picker["Content-Security-Policy"]?.hasSuffix("form-action 'self'") == true)
        let password = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(try await site.token(.polling(codes.device)).text.contains("authorization_pending"))
        let last = try await browser.submit(
            password, ["username": "ana.silva@aldervale.example", "password": "watchword"])
        #expect(last.text.contains("You have signed in to QuickStart on your device.") && last.location == nil)
        site.clock.advance(by: .seconds(5))
        let tokens = try await site.token(.polling(codes.device)).object()
        #expect(try await site.claims(of: tokens["id_token"])["preferred_username"]?.string?.hasPrefix("ana.") == true)
        #expect(tokens["refresh_token"] != nil)
        #expect(try await site.claims(of: tokens["access_token"])["scp"]?.string == "User.Read.All")
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
    }

    @Test func `the short name of the grant is understood too`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        let form = FormParameters.polling(codes.device).with("grant_type", "device_code")
        #expect(try await site.holder(of: try await site.token(form)).person == (try await site.person("ana.silva").id))
    }

    @Test(arguments: ["lower", "spaces", "hyphens", "dashes"])
    func `a code may be typed as it comes`(_ way: String) async throws {
        let codes = try await site.deviceCodes()
        let code = codes.user
        let groups = [code.prefix(3), code.dropFirst(3).prefix(3), code.suffix(3)].map(String.init)
        let typed = [
            "lower": code.lowercased(), "spaces": " \(groups.joined(separator: " ")) ",
            "hyphens": groups.joined(separator: "-"), "dashes": groups.joined(separator: "–"),
        ]
        var browser = Browser(site)
        let page = try await browser.submit(try await browser.get("/devicelogin"), ["user_code": typed[way] ?? ""])
        #expect(page.text.contains("Are you trying"))
    }

    @Test func `a signed-in person still sees the asking app, and chooses`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        let picker = try await browser.confirm(codes.user)
        #expect(picker.offersSessions)
        let last = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(last.text.contains("You have signed in"))
    }

    @Test func `the second factor is required as well`() async throws {
        let codes = try await site.deviceCodes()
        var browser = Browser(site)
        let page = try await browser.approve(codes.user, as: Site.careful)
        #expect(page.text.contains("Enter the code"))
        #expect(try await site.token(.polling(codes.device)).text.contains("authorization_pending"))
        let last = try await browser.submit(page, ["code": try await site.newestCode()])
        #expect(last.text.contains("You have signed in"))
        site.clock.advance(by: .seconds(5))
        let tokens = try await site.token(.polling(codes.device)).object()
        #expect(try await site.claims(of: tokens["access_token"])["amr"]?.array == [.string("pwd"), .string("mfa")])
    }

    @Test func `the other address shows the same page`() async throws {
        var browser = Browser(site)
        for tenant in ["common", Site.tenantID] {
            #expect(try await browser.get("/\(tenant)/oauth2/deviceauth").text.contains(#"name="user_code""#))
        }
    }

    @Test func `of 64 concurrent requests for tokens, one succeeds`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        let answers = try await race(64) { [site] in try await site.token(.polling(codes.device)) }
        let errors = try answers.filter { $0.status != .ok }.map { try $0.refusal.first }
        #expect(errors == Array(repeating: "bad_verification_code", count: 63))
    }
}

@Suite struct DeviceConsentTests {
    let site: Site

    init() throws { site = try Site(asksForConsent: true) }

    @Test func `a yes on the consent page gives the device its tokens`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.approve(codes.user)
        #expect(page.asksForConsent)
        #expect(try await site.token(.polling(codes.device)).text.contains("authorization_pending"))
        let last = try await browser.submit(page, ["answer": "accept"])
        #expect(last.text.contains("You have signed in to QuickStart on your device."))
        site.clock.advance(by: .seconds(5))
        #expect(try await site.token(.polling(codes.device)).status == .ok)
    }

    @Test func `declining is reported to the device`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        var browser = try await Browser.signedIn(at: site)
        let last = try await browser.submit(try await browser.approve(codes.user), ["answer": "cancel"])
        #expect(last.text.contains("The sign-in was canceled"))
        let error = try await site.token(.polling(codes.device)).object()
        #expect(error["error"]?.string == "authorization_declined")
    }

    @Test func `a permission that only an administrator can give keeps the device waiting`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid Directory.Read.All"))
        var browser = try await Browser.signedIn(at: site)
        let last = try await browser.submit(try await browser.approve(codes.user), ["answer": "back"])
        #expect(last.text.contains("You cannot sign in to QuickStart on your device"))
        let error = try await site.token(.polling(codes.device)).object()
        #expect(error["error"]?.string == "authorization_pending")
    }

    @Test func `a form for a device is as hard to forge`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        let others = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.approve(codes.user)
        #expect(try await browser.submit(page, ["answer": "accept", "user_code": others.user]).status == .forbidden)
        let error = try await site.token(.polling(others.device)).object()
        #expect(error["error"]?.string == "authorization_pending")
    }
}
