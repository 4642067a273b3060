// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PasswordResetTests: SiteSuite {
    let site: Site

    static let email = "ines.kallio@mailbox.example"
    static let new: FormParameters = ["password": Site.goodPassword, "passwordAgain": Site.goodPassword]

    @Test func `a new password signs in, and the old one does no more`() async throws {
        var browser = Browser(site)
        let details = try await browser.verify(Self.email, from: try await browser.open(flow: Site.reset))
        #expect(details.title == "Choose a new password – Task list for customers")
        #expect(!details.text.contains("displayName"))
        let answer = try await browser.press("finish", on: details, Self.new)
        let code = try #require(answer.carried["code"])
        let tokens = try await site.post("\(Site.reset)/token", .flowRedeeming(code)).object()
        let claims = try await site.flowClaims(of: tokens["id_token"])
        #expect((claims["tfp"]?.string, claims["newUser"]) == ("B2C_1_reset", nil))
        #expect(claims["oid"]?.string == "3c5f1a72-6d0e-4b89-9a14-e27b8f60d135")
        var other = Browser(site)
        let page = try await other.open(flow: Site.susi)
        let old = try await other.press("sign-in", on: page, ["email": Self.email, "password": "watchword"])
        #expect(old.flowErrorNumber == 90054)
        let fresh: FormParameters = ["email": Self.email, "password": Site.goodPassword]
        #expect(try await other.press("sign-in", on: page, fresh).carried["code"] != nil)
    }

    @Test func `a new password ends earlier sessions`() async throws {
        let tokens = try await site.flowTokens()
        let bystander = try await site.flowTokens(as: "tomas.ferreira@mailbox.example")
        var elsewhere = Browser(site)
        _ = try await elsewhere.press(
            "sign-in", on: try await elsewhere.open(flow: Site.susi),
            ["email": Self.email, "password": "watchword"])
        site.clock.advance(by: .seconds(1))
        var browser = Browser(site)
        let details = try await browser.verify(Self.email, from: try await browser.open(flow: Site.reset))
        let answer = try await browser.press("finish", on: details, Self.new)
        let form = FormParameters.flowRefreshing(tokens["refresh_token"]?.string ?? "")
        let revoked = try await site.post("\(Site.susi)/token", form)
        #expect(try (revoked.flowErrorNumber, revoked.object()["error"]?.string) == (90129, "invalid_grant"))
        #expect(try await elsewhere.open(flow: Site.susi).status == .ok)
        #expect(try await browser.open(flow: Site.susi).carried["code"] != nil)
        let own = try await site.post(
            "\(Site.reset)/token", .flowRedeeming(try #require(answer.carried["code"]))
        ).object()
        for (place, token) in [(Site.reset, own), (Site.susi, bystander)] {
            let form = FormParameters.flowRefreshing(token["refresh_token"]?.string ?? "")
            #expect(try await site.post("\(place)/token", form).status == .ok)
        }
    }

    @Test func `the proof of an address gives one new password`() async throws {
        var browser = Browser(site)
        let details = try await browser.verify(Self.email, from: try await browser.open(flow: Site.reset))
        #expect(try await browser.press("finish", on: details, Self.new).carried["code"] != nil)
        let other: FormParameters = ["password": "Another-horse-8", "passwordAgain": "Another-horse-8"]
        let again = try await browser.press("finish", on: details, other)
        #expect(again.carried["code"] == nil && again.text.contains("Verify the address again"))
    }

    @Test func `a reset ends a lock`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        for _ in 0..<10 { _ = try await browser.press("sign-in", on: page, ["email": Self.email, "password": "x"]) }
        let right: FormParameters = ["email": Self.email, "password": "watchword"]
        #expect(try await browser.press("sign-in", on: page, right).carried["code"] == nil, "it is locked")
        let details = try await browser.verify(Self.email, from: try await browser.open(flow: Site.reset))
        _ = try await browser.press("finish", on: details, Self.new)
        let fresh: FormParameters = ["email": Self.email, "password": Site.goodPassword]
        #expect(try await browser.press("sign-in", on: page, fresh).carried["code"] != nil)
    }

    @Test func `only the owner learns whether an email address has an account`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.reset)
        let known = try await browser.press("send", on: page, ["email": Self.email])
        let unknown = try await browser.press("send", on: page, ["email": "nobody@example.com"])
        let words = { (page: String) in page.replacing("<wbr>", with: "") }
        #expect(words(unknown.text).replacing("nobody@example.com", with: Self.email) == words(known.text))
        let answer = try await browser.press(
            "verify", on: unknown, ["code": try await site.mailedCode(to: "nobody@example.com")])
        #expect(answer.text.contains("An account could not be found for the provided user ID."))
    }

    @Test func `Cancel goes back to the app, and nothing else of the other flow is here`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.reset)
        #expect(try await browser.press("cancel", on: page).flowErrorNumber == 90091)
        for button in ["forgot", "sign-up", "sign-in"] {
            let answer = try await browser.press(button, on: page, ["email": Self.email, "password": "watchword"])
            #expect(answer.title == "Reset your password – Task list for customers")
        }
    }

    @Test func `hashes of new passwords have salts of their own`() throws {
        let first = try PasswordHash(of: "Correct-horse-7", salt: Array(0..<16)).text
        let second = try PasswordHash(of: "Correct-horse-7", salt: Array(1..<17)).text
        #expect(first.hasPrefix("$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$"))
        #expect(first.split(separator: "$").last != second.split(separator: "$").last)
        let read = try #require(PasswordHash(first))
        #expect(read.accepts("Correct-horse-7") && !read.accepts("Correct-horse-8"))
    }
}
