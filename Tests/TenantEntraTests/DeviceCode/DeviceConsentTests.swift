// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignInTesting
import Testing

@testable import TenantFixtures

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

    @Test func `a no tells the device so`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.approve(codes.user)
        let last = try await browser.submit(page, ["answer": "cancel"])
        #expect(last.text.contains("The sign-in was canceled"))
        let error = try await site.token(.polling(codes.device)).object()
        #expect(error["error"]?.string == "authorization_declined")
    }

    @Test func `a permission that only an administrator can give keeps the device waiting`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid Directory.Read.All"))
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.approve(codes.user)
        let last = try await browser.submit(page, ["answer": "back"])
        #expect(last.text.contains("You cannot sign in to QuickStart on your device"))
        let error = try await site.token(.polling(codes.device)).object()
        #expect(error["error"]?.string == "authorization_pending")
    }

    @Test func `a form for a device is as hard to forge`() async throws {
        let codes = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        let others = try await site.deviceCodes(.device.with("scope", "openid User.Read"))
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.approve(codes.user)
        let answer = try await browser.submit(
            page, ["answer": "accept", "user_code": others.user])
        #expect(answer.status == .forbidden)
        let error = try await site.token(.polling(others.device)).object()
        #expect(error["error"]?.string == "authorization_pending")
    }
}
