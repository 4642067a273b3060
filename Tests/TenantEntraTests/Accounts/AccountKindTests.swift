// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct AccountKindTests: SiteSuite {
    let site: Site

    struct Row: Sendable, CustomStringConvertible {
        let audience: SignInAudience
        let place: String
        let error: Int?
        var description: String { "\(audience) at \(place)" }
    }

    static let bakery = "bramblefinch.example"
    static let rows: [Row] = [
        Row(audience: .organization, place: Site.domain, error: nil),
        Row(audience: .organization, place: "common", error: 50194),
        Row(audience: .organization, place: "organizations", error: 50194),
        Row(audience: .organization, place: "consumers", error: 9_002_332),
        Row(audience: .organization, place: Tenant.consumersID, error: 9_002_332),
        Row(audience: .organization, place: bakery, error: 700_016),
        Row(audience: .organizations, place: Site.domain, error: nil),
        Row(audience: .organizations, place: bakery, error: nil),
        Row(audience: .organizations, place: "common", error: nil),
        Row(audience: .organizations, place: "organizations", error: nil),
        Row(audience: .organizations, place: "consumers", error: 9_002_332),
        Row(audience: .organizationsAndPersonal, place: bakery, error: nil),
        Row(audience: .organizationsAndPersonal, place: "common", error: nil),
        Row(audience: .organizationsAndPersonal, place: "organizations", error: nil),
        Row(audience: .organizationsAndPersonal, place: "Consumers", error: nil),
        Row(audience: .personal, place: "consumers", error: nil),
        Row(audience: .personal, place: "common", error: nil),
        Row(audience: .personal, place: "organizations", error: 9_002_331),
        Row(audience: .personal, place: Site.domain, error: 9_002_331),
        Row(audience: .organizationsAndPersonal, place: "aldervalecustomers.onmicrosoft.com", error: 700_016),
        Row(audience: .organizationsAndPersonal, place: "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18", error: 700_016),
    ]

    @Test(arguments: rows) func `an address admits an app, or says why not`(_ row: Row) async throws {
        let app = RegisteredApp.sample(audience: row.audience)
        try await site.add(app)
        let answer = try await site.visit(.goodRequest.with("client_id", app.id), at: row.place)
        #expect((answer.location, answer.status) == (nil, row.error == nil ? .ok : .badRequest))
        #expect(answer.errorNumber == row.error)
        let token = try await site.token(
            .redeeming("1.A" + String(repeating: "a", count: 43)).with("client_id", app.id),
            at: "/\(row.place)/oauth2/v2.0/token")
        #expect(try token.object()["error_codes"]?.array == [.number("\(row.error ?? 70000)")])
    }

    static let pickers: [(String, Set<String>)] = [
        ("common", ["aldervale.example", "bramblefinch.example", "mailbox.example"]),
        ("organizations", ["aldervale.example", "bramblefinch.example"]), ("consumers", ["mailbox.example"]),
        (bakery, ["bramblefinch.example"]), (Site.tenantID, ["aldervale.example"]),
    ]

    @Test(arguments: pickers)
    func `the picker groups the admitted people by directory`(place: String, domains: Set<String>) async throws {
        var browser = try await Browser.signedIn(at: try Site())
        let page = try await browser.open(.goodRequest.with("prompt", "select_account"), at: place)
        #expect(Set(page.text.matches(of: #/name="username" value="[^"@]*@([^"]*)"/#).map { String($0.1) }) == domains)
        let headings = ["Aldervale Instruments", "Bramble &amp; Finch", "Personal accounts"]
        #expect(headings.filter { page.text.contains(">\($0)</h2>") }.count == (domains.count == 1 ? 0 : domains.count))
        #expect(page.text.contains("Signed in on this browser</h2>"))
        #expect(page.offersSessions == domains.contains(Site.domain))
    }

    @Test func `an app of one kind shows no account of another at a shared address`() async throws {
        let app = RegisteredApp.sample(audience: .organizations)
        try await site.add(app)
        var browser = Browser(site)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid")
        let page = try await browser.open(request, at: "common")
        #expect(!page.text.contains("mailbox.example"))
        let name = "noor.vandijk@mailbox.example"
        for fields: FormParameters in [["username": name], ["username": name, "password": "watchword"]] {
            let answer = try await browser.submit(page, fields)
            #expect(answer.text.contains("AADSTS50020") && answer.text.contains(#"role="alert""#))
            #expect(browser.cookies["tessera-session-4400"] == nil)
        }
        try await browser.join(person: try await site.personalAccount())
        #expect(try await browser.open(request.with("prompt", "none"), at: "common").errorNumber == 16000)
        let hinted = try await browser.open(request.with("login_hint", name), at: "common")
        #expect(!hinted.text.contains(#"type="password""#) && hinted.text.contains("Work and personal accounts"))
    }

    @Test func `a personal account signs in, and its tokens name the directory of personal accounts`() async throws {
        for place in ["common", "consumers", Tenant.consumersID] {
            var browser = Browser(site)
            let request = FormParameters.goodRequest.with("scope", "openid profile User.Read")
            let picker = try await browser.open(request, at: place)
            let password = try await browser.submit(picker, ["username": "noor.vandijk@mailbox.example"])
            var answer = try await browser.submit(
                password, ["username": "noor.vandijk@mailbox.example", "password": "watchword"])
            if answer.asksForConsent { answer = try await browser.submit(answer, ["answer": "accept"]) }
            let code = try #require(answer.carried["code"])
            let reply = try await site.token(.redeeming(code), at: "/\(place)/oauth2/v2.0/token").object()
            let claims = try await site.claims(of: reply["id_token"])
            #expect(claims["tid"]?.string == Tenant.consumersID)
            #expect(claims["iss"]?.string == "http://127.0.0.1:4400/\(Tenant.consumersID)/v2.0")
        }
    }

    @Test func `no tokens at another directory's address`() async throws {
        let reply = try await site.tokens()
        let token = try #require(reply["refresh_token"]?.string)
        for (place, error) in [
            (Self.bakery, 50020), ("consumers", 50020), ("aldervalecustomers.onmicrosoft.com", 700_016),
        ] {
            let path = "/\(place)/oauth2/v2.0/token"
            let refresh = try await site.token(.refreshing(token), at: path).object()
            #expect(refresh["error_codes"]?.array == [.number("\(error)")])
            let code = try await site.token(.redeeming(try await site.code()), at: path).object()
            #expect(code["error_codes"]?.array == [.number("\(error == 50020 ? 700_005 : error)")])
        }
        for place in ["common", "organizations", Site.domain] {
            #expect(try await site.token(.refreshing(token), at: "/\(place)/oauth2/v2.0/token").status == .ok)
        }
    }

    @Test func `a session of one directory is not valid in another`() async throws {
        var browser = try await Browser.signedIn(at: site)
        for place in [Self.bakery, "consumers"] {
            let silent = FormParameters.goodRequest.with("prompt", "none")
            #expect(try await browser.open(silent, at: place).errorNumber == 16000)
            #expect(try await browser.open(.goodRequest, at: place).status == .ok)
            let hinted = FormParameters.goodRequest.with("login_hint", "ana.silva@aldervale.example")
            #expect(try await !browser.open(hinted, at: place).text.contains(#"type="password""#))
        }
    }
}

extension Site {
    func personalAccount() async throws -> DirectoryPerson {
        try await platform.context.database.people(of: Tenant.consumersID)[0]
    }
}
