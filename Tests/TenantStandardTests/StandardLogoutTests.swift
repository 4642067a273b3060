// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// OpenID Connect RP-Initiated Logout, Back-Channel Logout.
@Suite struct StandardLogoutTests {
    private let network = RecordingTransport(answering: .ok)

    private func signedIn(_ network: RecordingTransport) async throws -> (Site, Browser, String) {
        let site = try Site(transport: network)
        var browser = try await Browser.standard(at: site)
        let code = try #require(try await browser.agreeStandard(.webRequest).carried["code"])
        let tokens = try await site.post("/op/token", .webRedeeming(code)).object()
        return (site, browser, try #require(tokens["id_token"]?.string))
    }

    private func isSignedIn(_ browser: Browser) async throws -> Bool {
        var browser = browser
        return try await browser.openStandard(.webRequest.with("prompt", "none")).carried["error"] != "login_required"
    }

    private let back: FormParameters = [
        "post_logout_redirect_uri": "http://127.0.0.1:8080/signed-out", "state": "a b&c",
    ]

    @Test func `the session's ID token ends the session immediately, and every client is notified`() async throws {
        var (site, browser, token) = try await signedIn(network)
        let sid = try await site.standardClaims(of: token).claims["sid"]
        let cookies = browser.cookies
        let answer = try await browser.get("/op/logout?\(back.with("id_token_hint", token).encoded)")
        #expect(answer.location == "http://127.0.0.1:8080/signed-out?state=a%20b%26c")
        #expect(try await !isSignedIn(browser))
        browser.cookies = cookies
        #expect(try await !isSignedIn(browser), "the session ended, and not only its cookie")
        let sent = try #require(network.sent.first)
        #expect(network.sent.count == 1)
        #expect(sent.request.url?.absoluteString == "http://127.0.0.1:8080/backchannel-logout")
        #expect(sent.request.method == .post)
        let (header, claims) = try await site.standardClaims(of: sent.form["logout_token"])
        #expect((header.type, header.algorithm) == ("logout+jwt", .es256))
        #expect(Set(claims.keys) == ["iss", "aud", "iat", "exp", "jti", "events", "sub", "sid"])
        #expect((claims["aud"], claims["sid"]) == (.string(StandardSampleClient.webID), sid))
        #expect(claims["sub"] == .string(try await site.person("ana.silva").id))
        #expect(claims["events"] == .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]))
    }

    @Test func `a logout token ends after the lifetime of the tenant file`() async throws {
        var (site, browser, token) = try await signedIn(network)
        let file = Data(#"{"version": 1, "lifetimes": {"standard": {"logoutToken": 45}}}"#.utf8)
        _ = try await site.platform.content.take(file)
        _ = try await browser.get("/op/logout?id_token_hint=\(token)")
        let sent = try #require(network.sent.first)
        let claims = try await site.standardClaims(of: sent.form["logout_token"]).claims
        #expect(claims["exp"]?.double == site.clock.now.timeIntervalSince1970 + 45)
    }

    @Test func `an unreachable client does not stop the sign-out`() async throws {
        for status in [nil, HTTPResponse.Status.badRequest] {
            var (_, browser, token) = try await signedIn(RecordingTransport(answering: status))
            let answer = try await browser.get("/op/logout?\(back.with("id_token_hint", token).encoded)")
            #expect(answer.status == .seeOther)
            #expect(try await !isSignedIn(browser))
        }
    }

    @Test func `without an ID token the person is asked`() async throws {
        var (_, browser, _) = try await signedIn(network)
        let page = try await browser.get("/op/logout?\(back.with("client_id", StandardSampleClient.webID).encoded)")
        #expect(page.text.contains("Do you want to sign out?"))
        #expect(try await isSignedIn(browser))
        #expect(try await browser.submit(page, ["answer": "no"]).location == nil)
        #expect(try await isSignedIn(browser))
        let answer = try await browser.submit(page, ["answer": "yes"])
        #expect(answer.location?.hasPrefix("http://127.0.0.1:8080/signed-out?") == true)
        #expect(try await !isSignedIn(browser))
        #expect(network.sent.count == 1)
    }

    @Test func `a confirmation applies only to the page's content, in this browser`() async throws {
        var (site, browser, _) = try await signedIn(network)
        let page = try await browser.get("/op/logout")
        let forged = try await browser.submit(page, ["answer": "yes", "request": "client_id=sample-web-app"])
        #expect(forged.status == .forbidden)
        var other = try await Browser.standard(at: site)
        #expect(try await other.submit(page, ["answer": "yes"]).status == .forbidden)
        #expect(try await isSignedIn(browser))
    }

    @Test func `the ID token of an earlier session ends no other one`() async throws {
        var (site, browser, token) = try await signedIn(network)
        _ = try await browser.get("/op/logout?id_token_hint=\(token)")
        try await browser.joinStandard("ana.silva")
        #expect(try await browser.get("/op/logout?id_token_hint=\(token)").text.contains("Do you want to sign out?"))
        var other = try await Browser.standard(at: site, as: "conor.obrien")
        #expect(try await other.get("/op/logout?id_token_hint=\(token)").text.contains("Do you want to sign out?"))
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/signed-out/", "http://127.0.0.1:8081/signed-out", "https://evil.example",
        "//evil.example", "http://127.0.0.1:8080/callback", "javascript:alert(1)",
        "http://127.0.0.1:8080/signed-out\r\nX: y",
    ])
    func `redirects only to exactly registered addresses`(_ uri: String) async throws {
        var (_, browser, token) = try await signedIn(network)
        let query = back.with("post_logout_redirect_uri", uri).with("id_token_hint", token)
        let answer = try await browser.get("/op/logout?\(query.encoded)")
        #expect(answer.location == nil && answer.text.contains("not registered"))
        #expect(try await !isSignedIn(browser))
    }

    @Test func `a hint that is not ours, or another client's, ends nothing`() async throws {
        var (_, browser, token) = try await signedIn(network)
        for query: FormParameters in [
            ["id_token_hint": "a.b.c"], ["id_token_hint": token + "A"],
            ["id_token_hint": token, "client_id": StandardSampleClient.nativeID],
            FormParameters(["id_token_hint", "id_token_hint"].map { ($0, token) }),
        ] {
            #expect(try await browser.get("/op/logout?\(query.encoded)").status == .badRequest)
            #expect(try await isSignedIn(browser))
        }
    }

    @Test func `a form is led to the link, so that the cookie comes along`() async throws {
        let answer = try await Site().post("/op/logout", back)
        #expect((answer.status, answer.location) == (.seeOther, "/op/logout?\(back.encoded)"))
    }

    @Test func `tokens for the time of the session end with it, those for longer stay`() async throws {
        let site = try Site(transport: network)
        var browser = try await Browser.standard(at: site)
        var kept: [String: String] = [:]
        var hint = ""
        for scope in ["openid", "openid offline_access"] {
            let code = try #require(
                try await browser.agreeStandard(.standardRequest.with("scope", scope)).carried["code"])
            let tokens = try await site.post("/op/token", .standardRedeeming(code)).object()
            kept[scope] = try #require(tokens["access_token"]?.string)
            hint = try #require(tokens["id_token"]?.string)
        }
        _ = try await browser.get("/op/logout?id_token_hint=\(hint)")
        #expect(try await site.userInfo(kept["openid"] ?? "").status == .unauthorized)
        #expect(try await site.userInfo(kept["openid offline_access"] ?? "").status == .ok)
        #expect(network.sent.isEmpty, "the public client has no address")
    }

    @Test(arguments: [
        ("https://client.example/logout", true), ("http://127.0.0.1:1/logout", true), ("http://localhost/l", true),
        ("http://client.example/logout", false), ("ftp://client.example", false), ("", false),
    ])
    func `only safe URLs are notified`(_ address: String, _ isSafe: Bool) {
        #expect((BackChannelLogout.address(address) != nil) == isSafe)
    }

    @Test func `a logout at the other addresses leaves this session, and the other way round`() async throws {
        var (_, browser, token) = try await signedIn(network)
        try await browser.join("ana.silva")
        _ = try await browser.get("/\(Site.tenantID)/oauth2/v2.0/logout")
        #expect(try await isSignedIn(browser))
        try await browser.join("ana.silva")
        _ = try await browser.get("/op/logout?id_token_hint=\(token)")
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
    }
}

extension FormParameters {
    fileprivate init(_ pairs: [(String, String)]) {
        self = pairs.reduce(into: FormParameters()) { $0.append($1.0, $1.1) }
    }
}
