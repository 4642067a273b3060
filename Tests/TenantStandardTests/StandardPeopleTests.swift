// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct StandardPeopleTests: SiteSuite {
    let site: Site

    private func change(_ site: Site, _ change: @Sendable @escaping (inout DirectoryPerson) -> Void) async throws {
        var person = try await site.person("ana.silva")
        change(&person)
        try await site.platform.context.database.write { [person] in try person.update($0) }
    }

    static let ends: [@Sendable (inout DirectoryPerson) -> Void] = [
        { $0.accountEnabled = false },
        { $0.signInSessionsValidFrom = Date(timeIntervalSince1970: 1_767_225_600 + 10) },
    ]

    @Test(arguments: ends.indices) func `a person's consents end with their sign-ins`(_ index: Int) async throws {
        var browser = try await Browser.standard(at: site)
        let code = try #require(try await browser.agreeStandard(.webRequest).carried["code"])
        let tokens = try await site.post("/op/token", .webRedeeming(code)).object()
        let access = try #require(tokens["access_token"]?.string)
        try await change(site, Self.ends[index])
        #expect(try await browser.openStandard(.webRequest.with("prompt", "none")).carried["error"] == "login_required")
        #expect(try await site.userInfo(access).status == .unauthorized)
        #expect(try await site.post("/op/introspect", .asking(access)).object() == ["active": .boolean(false)])
        let form = FormParameters.standardRefreshing(tokens["refresh_token"]?.string ?? "").ofWebApp
        #expect(try await site.post("/op/token", form).errorCode == "invalid_grant")
    }

    @Test func `wrong passwords are counted here too, and lock the account at every door`() async throws {
        var browser = Browser(site)
        let username = "ana.silva@\(Site.domain)"
        var page = try await browser.submit(try await browser.openStandard(), ["username": username])
        for _ in 0..<10 {
            page = try await browser.submit(page, ["username": username, "password": "wrong"])
            #expect(page.text.contains("The password is incorrect"))
        }
        page = try await browser.submit(page, ["username": username, "password": "watchword"])
        #expect(page.text.contains("Too many wrong passwords") && !page.text.contains("AADSTS"))
    }

    @Test func `the page shows the shared sample password but never a user's own`() async throws {
        var browser = Browser(site)
        let choice: FormParameters = ["username": "ana.silva@\(Site.domain)"]
        #expect(try await browser.submit(try await browser.openStandard(), choice).text.contains("“watchword”"))
        try await change(site) { $0.passwordHash = "" }
        let page = try await browser.submit(try await browser.openStandard(), choice)
        #expect(page.text.contains("their own password") && !page.text.contains("watchword"))
    }

    @Test func `a user's own password replaces the shared one`() async throws {
        try await change(site) { $0.passwordHash = "" }
        var browser = Browser(site)
        #expect(try await browser.signInStandard().text.contains("This account has no password"))
    }
}
