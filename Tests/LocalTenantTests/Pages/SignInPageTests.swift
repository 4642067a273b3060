// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SignInPageTests: SiteSuite {
    let site: Site

    static let wrongPasswords = [
        "", "Watchword", "watchword ", " watchword", "wrong", "watchword\u{301}",
        String(repeating: "w", count: 257), String(repeating: "é", count: 20_000),
    ]

    @Test(arguments: wrongPasswords)
    func `a wrong password gives neither code nor session`(_ password: String) async throws {
        var browser = Browser(site)
        let answer = try await browser.signIn(password: password)
        #expect((answer.status, answer.location) == (.ok, nil))
        #expect(answer.text.contains("The password is incorrect."))
        #expect(password.isEmpty || !answer.text.contains("value=\"\(password)\""))
        #expect(browser.cookies["tessera-session-4400"] == nil)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
    }

    @Test(arguments: [
        "", "nobody", "nobody@aldervale.example", "ana.silva", "ana.silva@other.example", "%", "' OR 1=1 --",
    ])
    func `an unknown user name comes back to the picker`(_ username: String) async throws {
        var browser = Browser(site)
        let page = try await browser.open(.goodRequest)
        for fields: FormParameters in [["username": username], ["username": username, "password": "watchword"]] {
            let answer = try await browser.submit(page, fields)
            #expect(answer.status == .ok && answer.text.contains("No user here has this user name."))
            #expect(browser.cookies["tessera-session-4400"] == nil)
        }
    }

    @Test(arguments: [
        "ANA.SILVA@Aldervale.Example", "  ana.silva@aldervale.example\t", "b42f7609-ea53-47c8-b315-8ab13e34f58e",
    ])
    func `case and spaces of a user name do not matter`(_ username: String) async throws {
        var browser = Browser(site)
        let page = try await browser.open(.goodRequest)
        #expect(
            try await browser.submit(page, ["username": username]).text.contains(
                #"value="ana.silva@aldervale.example""#))
    }

    @Test func `the picker shows all users, and the password page one`() async throws {
        var browser = Browser(site)
        let picker = try await browser.open(.goodRequest)
        for person in try await site.platform.people() {
            #expect(picker.text.contains("value=\"\(person.userPrincipalName)\""))
        }
        let page = try await browser.submit(picker, ["username": "conor.obrien@aldervale.example"])
        #expect(page.text.contains("Conor O&#39;Brien") && !page.text.contains("ana.silva"))
        let back = try await browser.submit(page, ["username": "conor.obrien@aldervale.example", "back": "1"])
        #expect(back.text.contains("Sample people") && !back.text.contains(#"role="alert""#))
    }

    @Test func `the session's cookie is closed to scripts and to other sites' forms`() async throws {
        var browser = Browser(site)
        let answer = try await browser.signIn()
        let field = try #require(answer.fields[values: .setCookie].first { $0.hasPrefix("tessera-session-4400=") })
        let parts = field.components(separatedBy: "; ")
        #expect(parts[0].wholeMatch(of: #/tessera-session-4400=[A-Za-z0-9_-]{43}/#) != nil)
        #expect(Set(parts.dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Lax"])
    }

    @Test func `a planted session is invalid after the sign-in`() async throws {
        var attacker = try await Browser.signedIn(at: site, as: "conor.obrien")
        let planted = try #require(attacker.cookies["tessera-session-4400"])
        var victim = Browser(site)
        victim.cookies["tessera-session-4400"] = planted
        let page = try await victim.open(.goodRequest.with("prompt", "login"))
        let answer = try await victim.submit(
            page, ["username": "ana.silva@aldervale.example", "password": "watchword"])
        #expect(answer.carried["code"] != nil)
        #expect(victim.cookies["tessera-session-4400"] != planted)
        #expect(try await attacker.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
    }

    @Test func `a bookmarked form says what to do`() async throws {
        for tenant in [Site.tenantID, "common", "nobody"] {
            let answer = try await site.send(.get, "/\(tenant)/login")
            #expect(answer.status == .badRequest && answer.text.contains("This page belongs to a sign-in"))
            #expect(answer.location == nil)
        }
    }

    @Test func `the home page names the people of every directory`() async throws {
        let page = try await site.send(.get, "/").text
        for directory in try DirectorySeed().directories where directory.tenant.kind != .customers {
            #expect(page.contains("people-of-\(directory.tenant.id)"))
            for person in directory.people { #expect(page.contains(person.userPrincipalName)) }
        }
        #expect(page.contains("Bramble &amp; Finch") && page.contains("Noor van Dijk"))
    }

    @Test func `the home page shows the shared sample password where it is valid`() async throws {
        try await site.addOtherDirectory()
        #expect(try await site.send(.get, "/").text.contains("All users have the same password"))
        try await site.platform.context.database.write {
            try $0.execute(sql: "UPDATE tenant SET passwordHash = 'x' WHERE id = ?", arguments: [Site.otherTenantID])
        }
        let page = try await site.send(.get, "/").text
        #expect(!page.contains("All users have the same password"))
        let directories = try await site.platform.context.database.tenants().filter { $0.kind != .customers }
        let named = page.matches(of: #/all with the password <code>watchword<\/code>/#)
        #expect(directories.count > 1 && named.count == directories.count - 1)
    }

    @Test func `the home page shows users, a password, client IDs, and URLs`() async throws {
        let page = try await site.send(.get, "/")
        #expect(page.status == .ok)
        for text in ["watchword", "ana.silva@aldervale.example", Site.clientID, "http://127.0.0.1:4400/v1.0"] {
            #expect(page.text.contains(text))
        }
        let style = try await site.send(.get, "/style.css")
        #expect(style["Content-Type"] == "text/css; charset=utf-8")
        #expect(style.text.firstMatch(of: #/url\(|@import/#) == nil)
    }
}
