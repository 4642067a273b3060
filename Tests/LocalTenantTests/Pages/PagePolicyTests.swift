// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PagePolicyTests: SiteSuite {
    let site: Site

    private func policy(leadingTo places: String = "") -> String {
        "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; "
            + "form-action 'self'\(places)"
    }

    @Test func `the pages of a sign-in may lead to the app, and nowhere else`() async throws {
        var browser = Browser(site)
        let expected = policy(leadingTo: " \(Site.redirectURI)")
        let picker = try await browser.open(.goodRequest)
        #expect(picker["Content-Security-Policy"] == expected)
        #expect(try await browser.submit(picker, ["username": "nobody"])["Content-Security-Policy"] == expected)
        let password = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        #expect(password["Content-Security-Policy"] == expected)
        let wrong = try await browser.submit(picker, ["username": "ana.silva@aldervale.example", "password": "wrong"])
        #expect(wrong["Content-Security-Policy"] == expected)
    }

    static let redirects = [
        ("com.example.app://auth", " com.example.app:"), ("urn:ietf:wg:oauth:2.0:oob", " urn:"),
        ("https://app.example/Callback", " https://app.example"),
        ("https://app.example:8443/a;b", " https://app.example:8443"), ("http://[::1]/", " http:"),
    ]

    @Test(arguments: redirects)
    func `the policy names the place of the redirect`(redirectURI: String, source: String) async throws {
        let app = RegisteredApp.sample(redirectURIs: [redirectURI])
        try await site.add(app)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("redirect_uri", redirectURI)
        let page = try await site.visit(request.with("scope", "openid"))
        #expect(page["Content-Security-Policy"] == policy(leadingTo: source))
    }

    @Test func `pages without a sign-in lead nowhere`() async throws {
        var browser = Browser(site)
        for page in [
            try await site.send(.get, "/"), try await browser.open([:]), try await browser.get("/common/login"),
            try await browser.open(.goodRequest, at: "nobody"),
        ] { #expect(page["Content-Security-Policy"] == policy()) }
    }

    @Test func `every answer keeps browsers careful`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let answers = [
            try await site.send(.get, "/"), try await site.send(.get, "/style.css"),
            try await browser.open(.goodRequest), try await browser.open([:]), try await site.send(.get, "/v1.0/me"),
            try await site.send(.get, "/nowhere"), try await site.token([:]),
            try await site.send(.get, "/", to: "evil.example"), try await site.post("/common/login", [:]),
        ]
        for answer in answers {
            #expect((answer["X-Content-Type-Options"], answer["X-Frame-Options"]) == ("nosniff", "DENY"))
            #expect(answer["Referrer-Policy"] == "same-origin")
            #expect(answer["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
            #expect(answer["Content-Security-Policy"]?.contains("script") == false)
        }
    }

    @Test func `no page asks for a script, and none may be kept`() async throws {
        var browser = Browser(site)
        let picker = try await browser.open(.goodRequest)
        let password = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"])
        let consent = try await browser.submit(
            try await browser.open(.goodRequest.with("prompt", "consent")),
            ["username": "ana.silva@aldervale.example", "password": "watchword"])
        #expect(consent.asksForConsent)
        for page in [
            picker, password, consent, try await browser.get("/myapps"), try await site.send(.get, "/"),
            try await browser.open([:]),
        ] {
            #expect(page["Cache-Control"] == "no-store")
            #expect(page.text.firstMatch(of: #/<script|javascript:| on[a-z]+="| style="|<style/#) == nil)
            #expect(page.text.hasPrefix("<!doctype html>"))
            #expect(page.text.hasSuffix("</html>\n") || page.text.hasSuffix("</html>"))
        }
    }
}
