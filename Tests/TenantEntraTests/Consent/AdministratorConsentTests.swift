// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct AdministratorConsentTests {
    let site: Site

    static let request = FormParameters.goodRequest.with("scope", "openid Directory.Read.All")

    init() throws { site = try Site(asksForConsent: true) }

    static let forbidden = ["Directory.Read.All", "Directory.AccessAsUser.All", "openid User.Read Directory.Read.All"]

    @Test(arguments: forbidden) func `users must ask an administrator`(_ scope: String) async throws {
        var browser = try await Browser.signedIn(at: site)
        let page = try await browser.open(.goodRequest.with("scope", scope))
        #expect(page.status == .ok && page.text.contains("Need admin approval"))
        #expect(page.text.contains("AADSTS90094") && page.text.contains("What to do next"))
        #expect(page.namedScopes.count == 1)
        for said in ["back", "accept"] {
            let answer = try await browser.submit(page, ["answer": said, "everybody": "1"])
            #expect((answer.carried["error"], answer.errorNumber) == ("access_denied", 90094))
            #expect((answer.carried["state"], answer.carried["code"]) == ("state-1", nil))
        }
        #expect(try await browser.open(.goodRequest.with("scope", scope)).text.contains("Need admin approval"))
    }

    /// The endpoint checks this as well, but other callers of the step may not.
    @Test func `the step that stores consent checks the user's rights itself`() async throws {
        let platform = site.platform
        let client = try #require(try await platform.context.database.app(Site.clientID))
        let person = try await site.person("ana.silva")
        let catalogue = PermissionCatalogue(apps: try await platform.context.database.apps())
        let question = ConsentQuestion(
            permissions: [catalogue.permission(named: "\(RegisteredApp.graphID)/Directory.Read.All")],
            consent: Consent(), person: person, tenant: try await platform.context.tenant(), client: client,
            publisherDomain: Site.domain)
        let error = await #expect(throws: EntraError.self) {
            try await ConsentStep(platform: platform.context).accept(question, for: .person)
        }
        #expect(error?.number == 90094)
        #expect(try await platform.context.consents.consent(of: person, to: client).own.isEmpty)
    }

    @Test func `another account may be chosen there`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let picker = try await browser.submit(try await browser.open(Self.request), ["answer": "other"])
        #expect(picker.text.contains("Sample people"))
        let password = try await browser.submit(picker, ["username": "tobias.weiss@aldervale.example"])
        let page = try await browser.submit(
            password, ["username": "tobias.weiss@aldervale.example", "password": "watchword"])
        #expect(page.asksForConsent && page.text.contains("Tobias Wei"))
    }

    @Test func `an administrator consents individually or for all users`() async throws {
        var person = try await Browser.signedIn(at: site)
        #expect(try await !person.open(.goodRequest).text.contains("on behalf of your organization"))
        var administrator = try await Browser.signedIn(at: site, as: "tobias.weiss")
        #expect(try await administrator.open(Self.request).text.contains("on behalf of your organization"))
        #expect(try await administrator.agree(to: Self.request).carried["code"] != nil)
        #expect(try await person.open(Self.request).text.contains("Need admin approval"))
        let again = Self.request.with("prompt", "consent")
        #expect(try await administrator.agree(to: again, everybody: true).carried["code"] != nil)
        #expect(try await person.open(Self.request).carried["code"] != nil)
    }

    @Test func `a user's checkbox for the whole organization is ignored`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("scope", "User.Read")
        #expect(try await browser.agree(to: request, everybody: true).carried["code"] != nil)
        #expect(try await site.open(request, as: "conor.obrien").asksForConsent)
    }

    @Test func `consent of one directory does not apply to another`() async throws {
        var administrator = try await Browser.signedIn(at: site, as: "tobias.weiss")
        _ = try await administrator.agree(to: Self.request, everybody: true)
        var other = Browser(site)
        let baker = try #require(try await site.platform.context.database.person("caspian.finch@bramblefinch.example"))
        try await other.join(person: baker)
        for request in [Self.request, FormParameters.goodRequest] {
            #expect(try await other.open(request, at: "common").text.contains("Need admin approval"))
        }
    }

    @Test func `a personal account has no directory to give away`() async throws {
        var browser = Browser(site)
        try await browser.join(person: try await site.personalAccount())
        let page = try await browser.open(.goodRequest, at: "consumers")
        #expect(page.text.contains("Not with a personal account") && !page.text.contains("Need admin approval"))
        let answer = try await browser.submit(page, ["answer": "back"])
        #expect((answer.carried["error"], answer.errorNumber) == ("invalid_scope", 70011))
        #expect(answer.carried["error_description"]?.contains("User.Read.All") == true)
        let own = FormParameters.goodRequest.with("scope", "openid User.Read User.ReadBasic.All")
        #expect(try await browser.agree(to: own, at: "consumers").carried["code"] != nil)
    }
}
