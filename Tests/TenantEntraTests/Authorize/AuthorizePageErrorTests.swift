// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

/// Without a valid client and redirect URI, errors are shown on a page, never sent by a redirect.
@Suite struct AuthorizePageErrorTests: SiteSuite {
    let site: Site

    static let spoiled: [Spoiled] = [
        Spoiled("the client is unknown", 700_016) { $0.with("client_id", "99999999-9999-4999-8999-999999999999") },
        Spoiled("the client id is all zeros", 700_038) { $0.with("client_id", "00000000-0000-0000-0000-000000000000") },
        Spoiled("the client is an API without redirect URIs", 500_113) {
            $0.with("client_id", "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4")
        },
        Spoiled("the client is missing", 900_144) { $0.without("client_id") },
        Spoiled("the client is empty", 900_144) { $0.with("client_id", "") },
        Spoiled("the client stands there twice", 9_002_313) { $0.adding("client_id", Site.clientID) },
        Spoiled("two clients are named", 9_002_313) { $0.adding("client_id", "evil") },
        Spoiled("the redirect URI is not registered", 50011) { $0.with("redirect_uri", "https://evil.example/") },
        Spoiled("neither request nor registration has a redirect URI", 900_971) {
            $0.with("client_id", SampleApp.tasksID).without("redirect_uri")
        },
        Spoiled("the redirect URI is no URI", 90102) { $0.with("redirect_uri", "localhost") },
        Spoiled("the redirect URI is longer than any may be", 50011) {
            $0.with("redirect_uri", "http://localhost/" + String(repeating: "a", count: 240))
        },
        Spoiled("the redirect URI is empty", 90100) { $0.with("redirect_uri", "") },
        Spoiled("the redirect URI stands there twice", 9_002_313) { $0.adding("redirect_uri", Site.redirectURI) },
        Spoiled("two redirect URIs are named, the bad one last", 9_002_313) {
            $0.adding("redirect_uri", "https://evil.example/")
        },
        Spoiled("the state stands there twice", 9_002_313) { $0.adding("state", "other") },
        Spoiled("everything is missing", 900_144) { _ in [:] },
    ]

    @Test(arguments: spoiled) func `a page says that`(_ row: Spoiled) async throws {
        let answer = try await site.open(row.spoil(.goodRequest))
        #expect((answer.status, answer.location) == (.badRequest, nil))
        #expect((answer["Content-Type"], answer.errorNumber) == ("text/html; charset=utf-8", row.number))
        #expect(answer.text.contains("Trace ID") && answer.text.contains("2026-01-01 00:00:00Z"))
    }

    @Test func `an unknown tenant's page lists the directories that there are`() async throws {
        let answer = try await site.visit(.goodRequest, at: "nobody.example")
        #expect((answer.status, answer.errorNumber, answer.location) == (.badRequest, 90002, nil))
        for name in [Site.tenantID, Site.domain, "common", "organizations"] { #expect(answer.text.contains(name)) }
    }

    @Test func `an unknown client's page lists the apps that one can sign in to`() async throws {
        let answer = try await site.visit(.goodRequest.with("client_id", "someone"))
        #expect(answer.text.contains("QuickStart: \(Site.clientID)") && !answer.text.contains("Microsoft Graph: "))
    }

    @Test func `an unknown redirect URI's page lists the registered ones`() async throws {
        let answer = try await site.visit(.goodRequest.with("redirect_uri", "https://evil.example/"))
        #expect(answer.text.contains("<code>http://localhost</code>"))
        #expect(!answer.text.contains(#"href="https://evil"#))
    }

    @Test func `an app of another directory is unknown in this one`() async throws {
        try await site.addOtherDirectory()
        var browser = Browser(site)
        let request = FormParameters.goodRequest.with("client_id", Site.otherClientID)
        #expect(try await browser.open(request).errorNumber == 700_016)
        #expect(try await browser.open(request, at: Site.otherTenantID).status == .ok)
    }

    @Test func `the correlation id of the request is on the page`() async throws {
        let request: FormParameters = ["client-request-id": "6d0c7bd1-4a25-4b5e-9b57-d1a0fd1d4b3c"]
        #expect(try await site.visit(request).text.contains("6d0c7bd1-4a25-4b5e-9b57-d1a0fd1d4b3c"))
    }

    @Test(arguments: ["client_id=%FF", "state=%", "client_id=%zz", "%C3%28=1"])
    func `reports a query that is not percent-encoded UTF-8`(_ query: String) async throws {
        let answer = try await site.send(.get, "/common/oauth2/v2.0/authorize?\(query)")
        #expect((answer.status, answer.location, answer.errorNumber) == (.badRequest, nil, 9_002_313))
    }

    @Test func `an app that is switched off is refused`() async throws {
        var app = RegisteredApp.sample()
        app.isEnabled = false
        try await site.add(app)
        let answer = try await site.open(.goodRequest.with("client_id", app.id))
        #expect((answer.status, answer.errorNumber) == (.badRequest, 7_000_112))
        #expect(answer.text.contains("is disabled"))
    }

    @Test func `without a redirect URI the first registered one is taken`() async throws {
        let answer = try await site.open(.goodRequest.without("redirect_uri"))
        #expect(answer.location?.hasPrefix("http://localhost/?code=") == true)
    }
}
