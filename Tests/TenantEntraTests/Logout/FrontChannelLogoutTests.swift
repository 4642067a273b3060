// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

/// OpenID Connect Front-Channel Logout.
@Suite struct FrontChannelLogoutTests: SiteSuite {
    static let path = "/\(Site.tenantID)/oauth2/v2.0/logout"
    let site: Site

    private func app(_ number: Int, logoutURL: String?) -> RegisteredApp {
        var app = RegisteredApp.sample(
            id: "11111111-2222-4333-8444-00000000000\(number)", named: "App \(number)", consented: [])
        app.logoutURL = logoutURL
        return app
    }

    private func frames(_ page: Answer) -> [String] {
        page.text.matches(of: #/<iframe [^>]*src="([^"]*)"/#).map { String($0.1.replacing("&amp;", with: "&")) }
    }

    private func open(_ browser: inout Browser, _ app: RegisteredApp) async throws -> String? {
        let answer = try await browser.open(.goodRequest.with("client_id", app.id).with("scope", "openid"))
        return answer.carried["session_state"]
    }

    @Test func `every app with a session is notified, and no other`() async throws {
        let apps = [
            app(1, logoutURL: "https://one.example/out"), app(2, logoutURL: "http://localhost:5000/out?a=b"),
            app(3, logoutURL: nil), app(4, logoutURL: "https://four.example/out"),
            app(5, logoutURL: "javascript:alert(1)"),
        ]
        for app in apps { try await site.add(app) }
        var browser = try await Browser.signedIn(at: site)
        var session: String?
        for app in apps where app.displayName != "App 4" { session = try await open(&browser, app) }
        let page = try await browser.get(
            "\(Self.path)?client_id=\(apps[0].id)&post_logout_redirect_uri=\(Site.redirectURI)&state=s")
        let told = "sid=\(session ?? "")&iss=http%3A%2F%2F127.0.0.1%3A4400%2F\(Site.tenantID)%2Fv2.0"
        #expect(page.status == .ok)
        #expect(frames(page) == ["https://one.example/out?\(told)", "http://localhost:5000/out?a=b&\(told)"])
        #expect(
            page["Content-Security-Policy"]?.contains("; frame-src https://one.example http://localhost:5000;") == true)
        #expect(page.text.contains(#"<meta http-equiv="refresh" content="2; url=\#(Site.redirectURI)?state=s">"#))
        #expect(page.text.contains(#"<a href="\#(Site.redirectURI)?state=s">"#))
        #expect(page.fields[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
    }

    @Test func `only the apps of the signed-out user are notified`() async throws {
        try await site.add(app(1, logoutURL: "https://one.example/out"))
        var browser = try await Browser.signedIn(at: site)
        _ = try await open(&browser, app(1, logoutURL: nil))
        try await browser.join("conor.obrien")
        let conor = LoginHint(of: try await site.person("conor.obrien")).text
        #expect(frames(try await browser.get("\(Self.path)?logout_hint=\(conor)")).isEmpty)
        let ana = LoginHint(of: try await site.person("ana.silva")).text
        #expect(frames(try await browser.get("\(Self.path)?logout_hint=\(ana)")).count == 1)
    }

    @Test func `without such apps the way back is short`() async throws {
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.open(.goodRequest)
        let answer = try await browser.get(
            "\(Self.path)?client_id=\(Site.clientID)&post_logout_redirect_uri=\(Site.redirectURI)")
        #expect(answer.location == Site.redirectURI)
    }

    @Test func `an unregistered URL is not a redirect target, but apps are notified`() async throws {
        try await site.add(app(1, logoutURL: "https://one.example/out"))
        var browser = try await Browser.signedIn(at: site)
        _ = try await open(&browser, app(1, logoutURL: nil))
        let page = try await browser.get("\(Self.path)?post_logout_redirect_uri=https://evil.example")
        #expect(frames(page).count == 1)
        #expect(!page.text.contains("evil.example") && page.text.contains("is not registered"))
    }

    @Test func `an app that does not say which it is may be one that was used here`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = "\(Self.path)?post_logout_redirect_uri=\(Site.redirectURI)"
        var other = try await Browser.signedIn(at: site)
        #expect(try await other.get(request).text.contains("is not registered"))
        _ = try await browser.open(.goodRequest)
        #expect(try await browser.get(request).location == Site.redirectURI)
    }
}
