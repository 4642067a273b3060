// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import TenantFixtures

/// Forms are accepted only from the browser to which the tenant sent them.
@Suite struct FormProtectionTests {
    /// A way to send the form of the password page, with one thing that is not right.
    struct Forgery: Sendable, CustomStringConvertible {
        let description: String
        var cookies: @Sendable (CookieJar) -> CookieJar = { $0 }
        var form: @Sendable (FormParameters) -> FormParameters = { $0 }
        var fields: HTTPFields = [:]
    }

    static let forgeries = [
        Forgery(description: "the cookie is missing", cookies: { _ in [:] }),
        Forgery(description: "the cookie is empty", cookies: { _ in ["tessera-form-4400": ""] }),
        Forgery(description: "the cookie is another", cookies: { _ in ["tessera-form-4400": "other"] }),
        Forgery(
            description: "the cookie has another name",
            cookies: { ["tessera-form-4401": $0["tessera-form-4400"] ?? ""] }),
        Forgery(description: "the token is missing", form: { $0.without("csrf") }),
        Forgery(description: "the token is empty", form: { $0.with("csrf", "") }),
        Forgery(
            description: "the token is another", form: { $0.with("csrf", String(repeating: "A", count: 43)) }),
        Forgery(description: "the page is from elsewhere", fields: [.origin: "https://evil.example"]),
        Forgery(description: "the page is from another port", fields: [.origin: "http://127.0.0.1:4401"]),
        Forgery(description: "the page is from our name with https", fields: [.origin: "https://127.0.0.1:4400"]),
        Forgery(description: "the page does not say where from", fields: [.origin: "null"]),
        Forgery(description: "another site sent it", fields: [.fetchSite: "cross-site"]),
        Forgery(description: "a sister site sent it", fields: [.fetchSite: "same-site"]),
    ]

    @Test(arguments: forgeries) func `no sign-in when`(_ forgery: Forgery) async throws {
        var browser = Browser(try Site())
        let picker = try await browser.open(.goodRequest)
        let form = picker.form.fields.with("username", "ana.silva@aldervale.example").with("password", "watchword")
        browser.cookies = forgery.cookies(browser.cookies)
        let answer = try await browser.post(picker.form.action, forgery.form(form), fields: forgery.fields)
        #expect((answer.status, answer.location) == (.forbidden, nil))
        #expect(browser.cookies["tessera-session-4400"] == nil)
        #expect(answer.text.contains("Open the page again"))
    }

    static let welcome: [HTTPFields] = [
        [:], [.origin: "http://127.0.0.1:4400", .fetchSite: "same-origin"], [.origin: "http://localhost:4400"],
        [.origin: "null", .fetchSite: "same-origin"], [.fetchSite: "none"],
    ]

    @Test(arguments: welcome) func `our own page is let in`(_ fields: HTTPFields) async throws {
        var browser = Browser(try Site())
        let picker = try await browser.open(.goodRequest)
        let answer = try await browser.submit(picker, ["username": "ana.silva@aldervale.example"], fields: fields)
        #expect(answer.status == .ok && answer.text.contains(#"type="password""#))
    }

    @Test func `another browser's token opens nothing`() async throws {
        let site = try Site()
        var mine = Browser(site)
        var other = Browser(site)
        let page = try await mine.open(.goodRequest)
        let stolen = try await other.open(.goodRequest)
        #expect(page.form.fields["csrf"] != stolen.form.fields["csrf"])
        let answer = try await mine.submit(page, ["csrf": stolen.form.fields["csrf"] ?? "", "username": "x"])
        #expect(answer.status == .forbidden)
    }

    static let doubled = ["csrf", "request", "username", "password", "cancel", "back"]

    @Test(arguments: doubled) func `a repeated field is rejected`(_ name: String) async throws {
        var browser = Browser(try Site())
        let page = try await browser.open(.goodRequest)
        let form = page.form.fields.with("username", "ana.silva@aldervale.example")
        let value = form[name] ?? "1"
        let answer = try await browser.post(
            page.form.action, form.without(name).adding(name, value).adding(name, value))
        #expect((answer.status, answer.location, answer.errorNumber) == (.badRequest, nil, 9_002_313))
        let once = try await browser.post(page.form.action, form.without(name).adding(name, value))
        #expect(once.errorNumber != 9_002_313 && (once.status == .ok || once.status == .found), "\(once.text)")
    }

    /// Requests that a form carries, and the number of the error; `nil` for the one that the page carried.
    static let carried: [(String, Int?)] = [
        (FormParameters.goodRequest.encoded, nil),
        (FormParameters.goodRequest.with("redirect_uri", "https://evil.example").encoded, 50011),
        (FormParameters.goodRequest.with("client_id", "evil").encoded, 700_016),
        (FormParameters.goodRequest.with("client_id", "").encoded, 900_144),
        ("", 900_144), ("%", 9_002_313), ("&&&", 900_144), ("client_id", 900_144),
    ]

    @Test(arguments: carried, ["password", "cancel"])
    func `a request changed in the form is validated again`(_ row: (String, Int?), _ last: String) async throws {
        var browser = Browser(try Site())
        let page = try await browser.open(.goodRequest)
        let answer = try await browser.submit(
            page, ["request": row.0, "username": "ana.silva@aldervale.example", last: "watchword"])
        guard let number = row.1 else {
            #expect(answer.status == .found && answer.location?.hasPrefix(Site.redirectURI) == true)
            #expect(answer.carried[last == "cancel" ? "error" : "code"] != nil)
            return
        }
        #expect(answer.status == .badRequest && answer.errorNumber == number, "\(answer.text)")
        #expect(answer.location == nil)
        #expect(browser.cookies["tessera-session-4400"] == nil)
    }
}

extension HTTPField.Name {
    static var fetchSite: Self { HTTPField.Name("Sec-Fetch-Site") ?? .origin }
}
