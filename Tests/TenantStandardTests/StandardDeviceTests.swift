// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 8628 at the standard provider.
@Suite struct StandardDeviceTests: SiteSuite {
    private struct Codes {
        let device: String
        let user: String
    }

    let site: Site

    private func codes(_ scope: String = "openid profile offline_access") async throws -> Codes {
        let form: FormParameters = ["client_id": StandardSampleClient.nativeID, "scope": scope]
        let members = try await site.post("/op/device_authorization", form).object()
        #expect(members["verification_uri"] == .string("http://127.0.0.1:4400/op/device"))
        #expect(members["expires_in"] == .integer(900) && members["interval"] == .integer(5))
        let user = try #require(members["user_code"]?.string)
        #expect(members["verification_uri_complete"] == .string("http://127.0.0.1:4400/op/device?user_code=\(user)"))
        return Codes(device: try #require(members["device_code"]?.string), user: user)
    }

    private func poll(_ codes: Codes, as client: String = StandardSampleClient.nativeID) async throws -> Answer {
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": client,
            "device_code": codes.device,
        ]
        return try await site.post("/op/token", form)
    }

    /// Types the code; the page that asks whether the device is one's own.
    private func question(_ browser: inout Browser, _ codes: Codes) async throws -> Answer {
        try await browser.submit(try await browser.get("/op/device"), ["user_code": codes.user])
    }

    @Test func `a person signs in elsewhere, and the device gets its tokens once`() async throws {
        let codes = try await codes()
        #expect(try await poll(codes).errorCode == "authorization_pending")
        var browser = try await Browser.standard(at: site)
        let last = try await browser.approveStandard(codes.user)
        #expect(last.text.contains("You have signed in to Sample native app on your device"))
        site.clock.advance(by: .seconds(5))
        let tokens = try await poll(codes).object()
        let claims = try await site.standardClaims(of: tokens["id_token"]?.string).claims
        #expect(claims["sub"] == .string(try await site.person("ana.silva").id))
        #expect(tokens["refresh_token"]?.string != nil)
        site.clock.advance(by: .seconds(10))
        #expect(try await poll(codes).errorCode == "invalid_grant")
    }

    @Test func `a device that asks too soon waits five seconds longer each time`() async throws {
        let codes = try await codes()
        #expect(try await poll(codes).errorCode == "authorization_pending")
        site.clock.advance(by: .seconds(4))
        #expect(try await poll(codes).errorCode == "slow_down")
        site.clock.advance(by: .seconds(9))
        #expect(try await poll(codes).errorCode == "slow_down")
        site.clock.advance(by: .seconds(15))
        #expect(try await poll(codes).errorCode == "authorization_pending")
    }

    @Test func `a declined request is distinguished from an expired one`() async throws {
        let declined = try await codes()
        var browser = try await Browser.standard(at: site)
        let page = try await browser.submit(try await question(&browser, declined), ["cancel": "1"])
        #expect(page.text.contains("The sign-in was canceled"))
        #expect(try await poll(declined).errorCode == "access_denied")
        let late = try await codes()
        site.clock.advance(by: .seconds(899))
        #expect(try await poll(late).errorCode == "authorization_pending")
        site.clock.advance(by: .seconds(1))
        #expect(try await poll(late).errorCode == "expired_token")
    }

    @Test func `neither another client nor a link gets further`() async throws {
        let codes = try await codes()
        var browser = try await Browser.standard(at: site)
        let filled = try await browser.get("/op/device?user_code=\(codes.user)")
        #expect(filled.text.contains(#"value="\#(codes.user)""#))
        #expect(try await poll(codes).errorCode == "authorization_pending")
        let wrong = try await browser.submit(filled, ["user_code": "BBBBBBBBB"])
        #expect(wrong.text.contains("That code is wrong"))
        let other: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": codes.device,
            "client_id": StandardSampleClient.webID, "client_secret": StandardSampleClient.webSecret,
        ]
        #expect(try await site.post("/op/token", other).errorCode == "unauthorized_client")
        // This one may use the grant, and so gets as far as the owner of the code.
        try await site.add(StandardAPI.sailor)
        #expect(try await poll(codes, as: StandardAPI.sailor.id).errorCode == "invalid_grant")
        site.clock.advance(by: .seconds(5))
        #expect(try await poll(codes).errorCode == "authorization_pending")
        let form: FormParameters = [
            "client_id": StandardSampleClient.webID, "client_secret": StandardSampleClient.webSecret, "scope": "openid",
        ]
        #expect(try await site.post("/op/device_authorization", form).errorCode == "unauthorized_client")
        #expect(try await poll(Codes(device: "junk", user: "")).errorCode == "invalid_grant")
    }

    @Test func `a confirmation applies only to the displayed code`() async throws {
        let (mine, theirs) = (try await codes(), try await codes())
        var browser = try await Browser.standard(at: site)
        let question = try await question(&browser, mine)
        #expect(try await browser.submit(question, ["continue": "1", "user_code": theirs.user]).status == .forbidden)
        #expect(try await poll(theirs).errorCode == "authorization_pending")
    }

    @Test func `after ten wrong codes a browser has to wait, and others do not`() async throws {
        var (browser, other) = (Browser(site), Browser(site))
        var page = try await browser.get("/op/device")
        for _ in 0..<9 { page = try await browser.submit(page, ["user_code": "BBBBBBBBB"]) }
        page = try await browser.submit(page, ["user_code": try await codes().user])
        #expect(page.text.contains("Are you trying"), "nine wrong codes")
        page = try await browser.submit(try await browser.get("/op/device"), ["user_code": "BBBBBBBBB"])
        page = try await browser.submit(page, ["user_code": try await codes().user])
        #expect(page.text.contains("That code is wrong"))
        #expect(try await question(&other, try await codes()).text.contains("Are you trying"))
        site.clock.advance(by: .seconds(899))
        page = try await browser.submit(page, ["user_code": try await codes().user])
        #expect(page.text.contains("That code is wrong"))
        site.clock.advance(by: .seconds(1))
        #expect(try await browser.submit(page, ["user_code": try await codes().user]).text.contains("Are you trying"))
    }

    @Test func `the oldest request that waits makes room for the newest, and an approved one stays`() async throws {
        let (approved, oldest, second) = (try await codes(), try await codes(), try await codes())
        var browser = try await Browser.standard(at: site)
        _ = try await browser.approveStandard(approved.user)
        let provider = site.platform.standardProvider
        let client = try #require(try await provider.client(StandardSampleClient.nativeID))
        let devices = StandardDeviceStore(provider: provider)
        for _ in 0..<999 { _ = try await devices.issue(to: client, rights: StandardRights(scopes: ["openid"])) }
        #expect(try await poll(oldest).errorCode == "invalid_grant")
        #expect(try await poll(second).errorCode == "authorization_pending")
        #expect(try await poll(approved).object()["access_token"] != nil)
    }
}
