// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SignUpTests: SiteSuite {
    let site: Site

    static let email = "nora@example.com"

    private func signUpPage(_ browser: inout Browser) async throws -> Answer {
        let page = try await browser.open(flow: Site.susi)
        return try await browser.press("sign-up", on: page, ["email": "typed@example.com"])
    }

    private func detailsPage(_ browser: inout Browser) async throws -> Answer {
        try await browser.verify(Self.email, from: try await signUpPage(&browser))
    }

    static let good: FormParameters = [
        "password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Nora",
        "givenName": "Nora", "surname": "Bly",
    ]

    @Test func `a user who signs up is signed in, and can sign in again`() async throws {
        var browser = Browser(site)
        let answer = try await browser.press("finish", on: try await detailsPage(&browser), Self.good)
        let code = try #require(answer.carried["code"])
        let tokens = try await site.post("\(Site.susi)/token", .flowRedeeming(code)).object()
        let claims = try await site.flowClaims(of: tokens["id_token"])
        #expect(claims["newUser"] == .boolean(true))
        #expect(claims["given_name"]?.string == "Nora" && claims["family_name"]?.string == "Bly")
        let refreshing = FormParameters.flowRefreshing(tokens["refresh_token"]?.string ?? "")
        let refreshed = try await site.post("\(Site.susi)/token", refreshing).object()
        for name in ["id_token", "access_token"] {
            #expect(try await site.flowClaims(of: refreshed[name])["newUser"] == nil)
        }
        let again = try await browser.open(flow: Site.susi)
        let silent = try await site.post(
            "\(Site.susi)/token", .flowRedeeming(try #require(again.carried["code"]))
        ).object()
        #expect(try await site.flowClaims(of: silent["id_token"])["newUser"] == nil)
        var other = Browser(site)
        let page = try await other.open(flow: Site.susi)
        let entry: FormParameters = ["email": "NORA@example.com", "password": Site.goodPassword]
        #expect(try await other.press("sign-in", on: page, entry).carried["code"] != nil)
    }

    @Test func `a form that comes without a button is that of the first one`() async throws {
        var browser = Browser(site)
        let code = try await browser.submit(try await signUpPage(&browser), ["email": Self.email])
        let details = try await browser.submit(code, ["code": try await site.mailedCode(to: Self.email)])
        #expect(try await browser.submit(details, Self.good).carried["code"] != nil)
        var other = Browser(site)
        let page = try await other.open(flow: Site.susi)
        let entry: FormParameters = ["email": Self.email, "password": Site.goodPassword]
        #expect(try await other.submit(page, entry).carried["code"] != nil)
    }

    @Test func `each page names its first button`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = tests.appending(path: "../../Sources/Tenant/TenantCustomers/Resources")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let forms = try files.map { try String(contentsOf: $0, encoding: .utf8) }.filter { $0.contains("<form") }
        #expect(forms.count == 7)
        for form in forms {
            let button = try #require(form.firstMatch(of: /name="do" value="([a-z-]+)"/))
            #expect(form.contains(#"<input type="hidden" name="default" value="\#(button.1)">"#))
            #expect(UserFlowAction(rawValue: String(button.1)) != nil)
        }
    }

    static let passwords = [
        ("Short-1", nil, "must have 8 to 64 characters"),
        ("a3" + String(repeating: "B", count: 63), nil, "must have 8 to 64"),
        ("onlysmallletters", nil, "of the four kinds"), ("small-letters-signs", nil, "of the four kinds"),
        (Site.goodPassword, "Correct-horse-8", "do not match"), ("", "", "must have 8 to 64"),
        ("Correct-hörse-7", nil, "not allowed here"),
    ]

    @Test(arguments: passwords)
    func `a password must follow the rules, and other input is kept`(
        _ password: String, again: String?, words: String
    ) async throws {
        var browser = Browser(site)
        let page = try await detailsPage(&browser)
        let spoiled = Self.good.with("password", password).with("passwordAgain", again ?? password)
        let answer = try await browser.press("finish", on: page, spoiled)
        #expect(answer.status == .ok)
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect(answer.text.contains(#"value="Nora""#) && answer.text.contains(#"value="Bly""#))
        #expect(password.isEmpty || !answer.text.contains(password))
        #expect(try await browser.press("finish", on: answer, Self.good).carried["code"] != nil)
    }

    @Test func `a name to show is needed`() async throws {
        var browser = Browser(site)
        let page = try await detailsPage(&browser)
        let answer = try await browser.press("finish", on: page, Self.good.with("displayName", " \u{1} "))
        #expect(answer.text.contains("Enter the name to show to others."))
        let long = try await browser.press(
            "finish", on: page, Self.good.with("surname", String(repeating: "a", count: 129)))
        #expect(long.text.contains("at most 128 characters"))
    }

    private func problem(_ form: FormParameters) throws -> String? {
        let flow = try #require(UserFlow.samples.first { $0.name == "B2C_1_susi" })
        return try CustomerProfile(form, asking: AttributeField.fields(of: flow, defined: [])).problem?.text
    }

    static let invisible = [
        "\u{1}", "\n", "\u{7F}", "\u{85}", "\u{AD}", "\u{200B}", "\u{202E}", "\u{2028}", "\u{2029}",
    ]

    @Test(arguments: invisible) func `nothing in a name is invisible`(_ text: String) throws {
        for name in ["displayName", "givenName", "surname"] {
            let form = Self.good.with(name, "No\(text)ra")
            #expect(try problem(form) == "A name cannot contain line breaks or invisible characters.")
        }
    }

    @Test(arguments: ["نرگس\u{200C}زاده", "ශ්\u{200D}රී", "Zoë", "Åsa-Britt O’Neil", String(repeating: "é", count: 128)])
    func `a name may be written as it is`(_ name: String) throws {
        #expect(try problem(Self.good.with("displayName", name)) == nil)
    }

    @Test func `a name has an end, whatever stands above its letters`() throws {
        let name = "a" + String(repeating: "\u{301}", count: 128)
        #expect(try problem(Self.good.with("displayName", name))?.contains("at most") == true)
    }

    @Test(
        arguments: ["", "nora", "nora@", "@example.com", "a b@example.com", "a@b", "a@b@c.example", "<a@b.example>"]
            + invisible.map { "a\($0)b@example.com" }
            + ["a\u{200D}b@example.com", String(repeating: "a", count: 255 - 12) + "@example.com"])
    func `the address must look like one`(_ email: String) async throws {
        var browser = Browser(site)
        let page = try await signUpPage(&browser)
        #expect(page.text.contains(#"value="typed@example.com""#))
        let answer = try await browser.press("send", on: page, ["email": email])
        #expect(answer.text.contains("Enter an email address such as"))
        #expect(try await Inbox(database: site.platform.context.database).messages().isEmpty)
    }

    @Test func `an address has at most 254 bytes`() {
        #expect(EmailAddress.isWellFormed(String(repeating: "a", count: 254 - 12) + "@example.com"))
        #expect(!EmailAddress.isWellFormed(String(repeating: "a", count: 255 - 12) + "@example.com"))
    }

    @Test func `a wrong code may be typed again, a late one not`() async throws {
        var browser = Browser(site)
        let page = try await browser.press("send", on: try await signUpPage(&browser), ["email": Self.email])
        let code = try await site.mailedCode(to: Self.email)
        let wrong = try await browser.press("verify", on: page, ["code": code == "000000" ? "1" : "000000"])
        #expect(wrong.text.contains("That code is incorrect."))
        site.clock.advance(by: .seconds(599))
        let other = try await browser.press("verify", on: wrong, ["code": code == "000000" ? "1" : "000000"])
        #expect(other.text.contains("That code is incorrect."))
        site.clock.advance(by: .seconds(1))
        let late = try await browser.press("verify", on: wrong, ["code": code])
        #expect(late.text.contains("Send a new one."))
        let fresh = try await browser.press("send", on: late)
        let accepted = try await browser.press(
            "verify", on: fresh, ["code": " \(try await site.mailedCode(to: Self.email)) "])
        #expect(accepted.title == "Create your account – Task list for customers")
    }

    @Test func `after fifteen wrong codes an address has an hour's rest, however it is written`() async throws {
        var last: Answer?
        for round in 0..<3 {
            var browser = Browser(site)
            let email = round == 1 ? "NORA@Example.com" : Self.email
            var page = try await browser.press("send", on: try await signUpPage(&browser), ["email": email])
            let code = try await site.mailedCode(to: email)
            for _ in 0..<5 {
                page = try await browser.press("verify", on: page, ["code": code == "000000" ? "1" : "000000"])
            }
            last = page
        }
        #expect(last?.flowErrorNumber == 90157 && last?.carried["error"] == "access_denied")
        let sent = try await site.messageCount()
        var browser = Browser(site)
        let page = try await browser.press("send", on: try await signUpPage(&browser), ["email": Self.email])
        #expect(page.text.contains("Wait an hour"))
        #expect(try await site.messageCount() == sent)
        let other = try await browser.press("send", on: page, ["email": "x@example.com"])
        #expect(other.title == "Enter the code – Task list for customers")
        site.clock.advance(by: .seconds(3599))
        #expect(try await browser.press("send", on: page, ["email": Self.email]).text.contains("Wait an hour"))
        site.clock.advance(by: .seconds(1))
        let details = try await browser.verify(Self.email, from: page)
        #expect(details.title == "Create your account – Task list for customers")
    }

    @Test func `a code is for its browser and its address`() async throws {
        var (first, second) = (Browser(site), Browser(site))
        let page = try await first.press("send", on: try await signUpPage(&first), ["email": Self.email])
        let code = try await site.mailedCode(to: Self.email)
        let other = try await second.press("send", on: try await signUpPage(&second), ["email": "x@example.com"])
        #expect(
            try await second.press("verify", on: other, ["email": Self.email, "code": code]).text.contains("new one"))
        #expect(
            try await first.press("verify", on: page, ["email": "x@example.com", "code": code]).text.contains("new one")
        )
        #expect(try await first.press("verify", on: page, ["code": code]).text.contains("Create your account"))
    }

    static let lookalikes = [
        ("\u{212A}im@example.com", "kim@example.com"), ("É@example.com", "é@example.com"),
        ("ines.\u{212A}allio@mailbox.example", "ines.kallio@mailbox.example"),
        ("e\u{301}@example.com", "é@example.com"),
    ]

    @Test(arguments: lookalikes, [Site.susi, Site.reset])
    func `a code for a lookalike address is not for the other`(
        _ pair: (own: String, other: String), at place: String
    ) async throws {
        var browser = Browser(site)
        let first = try await browser.get("\(place)/authorize?\(FormParameters.flowRequest.encoded)")
        let page = try await browser.press("send", on: first, ["email": pair.own])
        let code = try await site.mailedCode(to: pair.own)
        let answer = try await browser.press("verify", on: page, ["email": pair.other, "code": code])
        #expect(answer.text.contains("Send a new one.") && !answer.text.contains(#"type="password""#))
    }

    @Test func `the proof of an address holds in its browser, for it alone, for an hour`() async throws {
        var (first, second) = (Browser(site), Browser(site))
        let page = try await detailsPage(&first)
        let proof = try #require(page.form.fields["verified"])
        let refused = "Verify the address again"
        let forged: [FormParameters] = [["email": "x@example.com"], ["verified": ""], ["verified": "9\(proof)"]]
        for change in forged {
            let form = change.pairs.reduce(Self.good) { $0.with($1.name, $1.value) }
            #expect(try await first.press("finish", on: page, form).text.contains(refused))
        }
        let stolen = Self.good.with("email", Self.email).with("verified", proof)
        #expect(try await second.press("finish", on: try await signUpPage(&second), stolen).text.contains(refused))
        site.clock.advance(by: .seconds(3600))
        #expect(try await first.press("finish", on: page, Self.good).text.contains(refused))
        #expect(try await site.platform.context.customers(of: try await tenant()).customer(email: Self.email) == nil)
        let fresh = try await detailsPage(&first)
        site.clock.advance(by: .seconds(3599))
        #expect(try await first.press("finish", on: fresh, Self.good).carried["code"] != nil)
    }

    @Test func `a proof for signing up resets no password`() async throws {
        var browser = Browser(site)
        let proof = try #require(try await detailsPage(&browser).form.fields["verified"])
        let page = try await browser.open(flow: Site.reset)
        let form = Self.good.with("email", Self.email).with("verified", proof)
        #expect(try await browser.press("finish", on: page, form).text.contains("Verify the address again"))
    }

    @Test func `only the owner learns that an email address is taken`() async throws {
        var browser = Browser(site)
        let taken = "Ines.Kallio@mailbox.example"
        let page = try await browser.press("send", on: try await signUpPage(&browser), ["email": taken])
        #expect(page.title == "Enter the code – Task list for customers")
        let answer = try await browser.press("verify", on: page, ["code": try await site.mailedCode(to: taken)])
        #expect(answer.text.contains("already exists"))
    }

    @Test func `of two sign-ups with one address, one fails`() async throws {
        var (first, second) = (Browser(site), Browser(site))
        let (one, other) = (try await detailsPage(&first), try await detailsPage(&second))
        #expect(try await first.press("finish", on: one, Self.good).carried["code"] != nil)
        #expect(try await second.press("finish", on: other, Self.good).text.contains("already exists"))
    }

    @Test func `Cancel goes back to the app from each page`() async throws {
        var browser = Browser(site)
        let first = try await signUpPage(&browser)
        let second = try await browser.press("send", on: first, ["email": Self.email])
        let third = try await browser.press("verify", on: second, ["code": try await site.mailedCode(to: Self.email)])
        for page in [first, second, third] {
            let answer = try await browser.press("cancel", on: page)
            #expect(answer.carried["error"] == "access_denied")
            #expect(
                answer.carried["error_description"]?
                    .hasPrefix("AADB2C90091: The user has cancelled entering self-asserted information.\r\n") == true)
            #expect(answer.carried["state"] == "state-1")
        }
    }

    private func tenant() async throws -> Tenant {
        try #require(try await site.platform.context.database.tenant(Site.customersID))
    }
}
