// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import OAuthMessages

@Suite struct CSRFProtectionTests {
    static let protection = CSRFProtection(
        key: Array(repeating: 7, count: 32), origins: ServerAddress(port: 4400).origins)

    static func good(_ change: (inout SubmittedForm) -> Void = { _ in }) -> SubmittedForm {
        var form = SubmittedForm(
            cookie: "browser", token: protection.token(for: "browser", purpose: "sign-in"))
        change(&form)
        return form
    }

    @Test(arguments: [
        (nil, nil), ("http://127.0.0.1:4400", "same-origin"), ("http://LOCALHOST:4400", nil), (nil, "none"),
        ("null", "same-origin"),
    ])
    func `a form from our page passes`(_ origin: String?, site: String?) throws {
        let form = Self.good {
            $0.origin = origin
            $0.fetchSite = site
        }
        try Self.protection.judge(form, purpose: "sign-in")
    }

    /// A valid form; each row has one defect and the check that must refuse it.
    struct Spoiled: Sendable, CustomTestStringConvertible {
        var code: RequestRefusal.Code
        var testDescription: String
        var spoil: @Sendable (inout SubmittedForm) -> Void

        init(_ code: RequestRefusal.Code, _ what: String, _ spoil: @escaping @Sendable (inout SubmittedForm) -> Void) {
            (self.code, testDescription, self.spoil) = (code, what, spoil)
        }
    }

    static let spoiled: [Spoiled] = [
        Spoiled(.formFromAnotherSite, "another site sent it") { $0.fetchSite = "cross-site" },
        Spoiled(.formFromAnotherSite, "another port of this machine sent it") { $0.fetchSite = "same-site" },
        Spoiled(.formFromAnotherOrigin, "another origin sent it") { $0.origin = "https://evil.example" },
        Spoiled(.formFromAnotherOrigin, "another port sent it") { $0.origin = "http://127.0.0.1:4401" },
        Spoiled(.formFromAnotherOrigin, "https in place of http") { $0.origin = "https://127.0.0.1:4400" },
        Spoiled(.formFromAnotherOrigin, "nobody vouches for null") { $0.origin = "null" },
        Spoiled(.formFromAnotherOrigin, "a browser does not vouch for null") {
            ($0.origin, $0.fetchSite) = ("null", "none")
        },
        Spoiled(.formFromAnotherOrigin, "an empty origin") { $0.origin = "" },
        Spoiled(.formFromAnotherSite, "an empty site") { $0.fetchSite = "" },
        Spoiled(.formCookieMissing, "no cookie") { $0.cookie = nil },
        Spoiled(.formCookieMissing, "an empty cookie") { $0.cookie = "" },
        Spoiled(.formTokenMismatch, "no token") { $0.token = nil },
        Spoiled(.formTokenMismatch, "an empty token") { $0.token = "" },
        Spoiled(.formTokenMismatch, "another browser's token") {
            $0.token = protection.token(for: "other", purpose: "sign-in")
        },
        Spoiled(.formTokenMismatch, "another form's token") {
            $0.token = protection.token(for: "browser", purpose: "sign-out")
        },
        Spoiled(.formTokenMismatch, "a token that another key made") {
            $0.token = CSRFProtection(key: Array(repeating: 8, count: 32), origins: [])
                .token(for: "browser", purpose: "sign-in")
        },
        Spoiled(.formTokenMismatch, "one character more") { $0.token?.append("A") },
    ]

    @Test(arguments: spoiled) func `a form is refused when`(_ row: Spoiled) {
        let refusal = #expect(throws: RequestRefusal.self) {
            try Self.protection.judge(Self.good(row.spoil), purpose: "sign-in")
        }
        #expect((refusal?.code, refusal?.status) == (row.code, .forbidden))
    }

    @Test func `purpose and cookie cannot be shifted into each other`() {
        #expect(
            Self.protection.token(for: "bc", purpose: "a") != Self.protection.token(for: "c", purpose: "ab"))
    }

    @Test func `the token is HMAC-SHA256 over purpose and cookie`() {
        // python3: hmac.digest(b"\x07"*32, b"7:sign-inbrowser", "sha256"), base64url
        #expect(
            Self.protection.token(for: "browser", purpose: "sign-in")
                == "WXhliKB4r5E1qK1-wBOfAJY6apxvNYWtv0aWH8liNh8")
    }

    @Test func `the parts are found in a request`() throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:4400", path: "/")
        head.headerFields[.cookie] = "other=1; form=a%20b"
        head.headerFields[.origin] = "http://127.0.0.1:4400"
        if let name = HTTPField.Name("Sec-Fetch-Site") { head.headerFields[name] = "same-origin" }
        let request = Request(head: head)
        let form = try SubmittedForm(request, parameters: ["csrf": "token"], cookie: BrowserCookie("form"))
        #expect((form.cookie, form.token, form.origin) == ("a b", "token", "http://127.0.0.1:4400"))
        #expect(form.fetchSite == "same-origin")
        let error = #expect(throws: Refusal.self) {
            try SubmittedForm(request, parameters: ["csrf": "1", "csrf": "2"], cookie: BrowserCookie("form"))
        }
        #expect(error?.code == .duplicateParameter)
    }
}
