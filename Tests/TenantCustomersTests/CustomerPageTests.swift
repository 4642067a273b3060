// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct CustomerPageTests {
    @Test func `a form that comes several times at once makes one customer`() async throws {
        var browser = Browser(try Site())
        let email = try await browser.press("sign-up", on: try await browser.open(flow: Site.susi))
        let details = try await browser.verify("mira@mailbox.example", from: email)
        let tab = browser
        let answers = try await race(6) {
            var tab = tab
            return try await tab.press(
                "finish", on: details,
                ["password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Mira"])
        }
        #expect(answers.count { $0.carried["code"] != nil } == 1)
        #expect(answers.allSatisfy { $0.carried["code"] != nil || $0.text.contains("already exists") })
    }

    @Test(arguments: Hostile.texts) func `no text becomes markup`(_ text: String) async throws {
        var browser = Browser(try Site())
        let request = FormParameters.flowRequest.with("login_hint", text).with("state", text)
        let page = try await browser.open(flow: Site.susi, request)
        var pages = [page, try await browser.press("sign-in", on: page, ["email": text, "password": text])]
        pages.append(try await browser.press("send", on: page, ["email": text]))
        pages.append(try await browser.press("verify", on: page, ["email": text, "code": text]))
        let details = try await browser.verify("a@example.com", from: try await browser.press("sign-up", on: page))
        pages.append(
            try await browser.press(
                "finish", on: details, ["displayName": text, "givenName": text, "surname": text, "password": text]))
        pages.append(
            try await browser.get("\(Site.susi)/logout?post_logout_redirect_uri=\(FormParameters.encoded(text))"))
        for page in pages {
            #expect(Hostile.isHarmless(text, in: page.text))
            #expect(page.status.code < 500)
        }
    }

    @Test func `every page says where its forms may lead, and runs no script`() async throws {
        let site = try Site()
        var browser = Browser(site)
        let request = FormParameters.flowRequest.with("redirect_uri", "com.example.tasklist://auth")
        let first = try await browser.open(flow: Site.susi, request)
        let email = try await browser.press("sign-up", on: first)
        let code = try await browser.press("send", on: email, ["email": "a@example.com"])
        let details = try await browser.press(
            "verify", on: code, ["code": try await site.mailedCode(to: "a@example.com")])
        for page in [first, email, code, details] {
            let policy = try #require(page["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("form-action 'self' com.example.tasklist:"))
            #expect(!page.text.contains("<script") && !page.text.contains("style="))
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
        }
    }

    @Test func `the home page explains how customers sign in`() async throws {
        let page = try await Site().send(.get, "/")
        for text in ["Aldervale Customers", "ines.kallio@mailbox.example", "B2C_1_reset", "?p=b2c_1_susi"] {
            #expect(page.text.contains(text), "\(text)")
        }
    }
}
