// SPDX-License-Identifier: Apache-2.0
@testable import TenantAuthorization
@testable import TenantFixtures

/// OAuth 2.0 Form Post Response Mode.
@Suite struct FormPostTests: SiteSuite {
    let site: Site

    static let request = FormParameters.goodRequest.with("response_mode", "form_post")

    @Test func `the response is in a form that goes only to the app`() async throws {
        let page = try await site.open(Self.request)
        #expect((page.status, page.location, page["Cache-Control"]) == (.ok, nil, "no-store"))
        #expect((page["Referrer-Policy"], page.form.action) == ("origin", Site.redirectURI))
        #expect(page.form.fields.pairs.map(\.name) == ["code", "state", "session_state"])
        #expect(page.form.fields["state"] == "state-1" && page.text.contains(#"<form method="post""#))
        #expect(page["Content-Security-Policy"]?.hasSuffix("; form-action \(Site.redirectURI)") == true)
        let code = try #require(page.form.fields["code"])
        #expect(try await site.token(.redeeming(code)).status == .ok)
    }

    @Test func `the page sends itself by one script, and by hand where there are none`() async throws {
        let page = try await site.open(Self.request)
        #expect(page.text.contains("<script>\(FormPostPage.script)</script>"))
        #expect(page.text.matches(of: #/<script/#).count == 1)
        #expect(page.text.contains(#"<button class="primary" type="submit">Continue</button>"#))
    }

    @Test func `an error travels the same way`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(Self.request.with("prompt", "none"))
        #expect((page.status, page.form.action, page.form.fields["error"]) == (.ok, Site.redirectURI, "login_required"))
        #expect(page.form.fields["state"] == "state-1" && page.text.contains("The sign-in failed"))
        let cancelled = try await browser.submit(try await browser.open(Self.request), ["cancel": "1"])
        #expect(cancelled.form.fields["error_subcode"] == "cancel")
    }

    @Test(arguments: Hostile.texts) func `a state is text on the page`(_ text: String) async throws {
        let page = try await site.open(Self.request.with("state", text))
        #expect(page.form.fields["code"] != nil)
        #expect(Hostile.isHarmless(text, in: page.text))
    }

    @Test(arguments: ["urn:ietf:wg:oauth:2.0:oob", "msal\(Site.clientID)://auth"])
    func `an app without a web server gets an error in place of a form`(_ address: String) async throws {
        let answer = try await site.open(Self.request.with("redirect_uri", address))
        #expect(answer.status == .found && answer.location?.hasPrefix("\(address)?error=invalid_request&") == true)
        #expect(answer.errorNumber == 70007)
    }

    @Test func `response_mode=fragment sends a fragment`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let answer = try await browser.open(.goodRequest.with("response_mode", "fragment"))
        #expect(answer.location?.hasPrefix("\(Site.redirectURI)/#code=") == true)
        let refused = try await browser.open(.goodRequest.with("response_mode", "fragment").with("prompt", "maybe"))
        #expect(refused.location?.hasPrefix("\(Site.redirectURI)/#error=invalid_request&") == true)
    }

    @Test func `no unregistered address gets a form`() async throws {
        let page = try await site.open(Self.request.with("redirect_uri", "https://evil.example/"))
        #expect(page.status == .badRequest && page.form.action.isEmpty)
    }
}
