// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SignInRecordTests: SiteSuite {
    let site: Site

    private func ids(_ site: Site, _ path: String) async throws -> [String] {
        try (await site.administer(.get, path).object()["value"]?.array ?? []).compactMap { $0.object?["id"]?.string }
    }

    @Test func `sessions and grants are listed without secrets, and end one by one`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let tokens = try await site.tokens()
        let refresh = try #require(tokens["refresh_token"]?.string)
        let grants = try await site.administer(.get, "/grants")
        #expect(!grants.text.contains(refresh) && !grants.text.contains(SecretHash.of(refresh)))
        for id in try await ids(site, "/grants") {
            #expect(try await site.administer(.delete, "/grants/\(id)").status == .noContent)
        }
        #expect(try await site.token(.refreshing(refresh)).status == .badRequest)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
        for id in try await ids(site, "/sessions") {
            #expect(try await site.administer(.delete, "/sessions/\(id)").status == .noContent)
        }
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] == nil)
        #expect(try await site.administer(.delete, "/sessions/x").status == .notFound)
    }

    @Test func `all sessions and grants of a person end with one request`() async throws {
        let refresh = try #require(try await site.tokens()["refresh_token"]?.string)
        let path = "\(Site.people)/ana.silva@aldervale.example/revokeSignInSessions"
        #expect(try await site.administer(.post, path, "{}").status == .noContent)
        // Within the same second: tests do not wait.
        #expect(try await site.token(.refreshing(refresh)).errorNumber == 50173)
        #expect(try await ids(site, "/sessions").isEmpty)
        #expect(try await ids(site, "/grants").isEmpty)
    }

    @Test func `a code that was given within the same second ends as well`() async throws {
        let code = try await site.code()
        let path = "\(Site.people)/ana.silva@aldervale.example/revokeSignInSessions"
        #expect(try await site.administer(.post, path, "{}").status == .noContent)
        #expect(try await site.token(.redeeming(code)).errorNumber == 50173)
    }

    @Test func `a device code that was approved within the same second ends as well`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        let path = "\(Site.people)/ana.silva@aldervale.example/revokeSignInSessions"
        #expect(try await site.administer(.post, path, "{}").status == .noContent)
        let answer = try await site.token(.polling(codes.device))
        #expect((answer.status, answer.errorNumber) == (.badRequest, 50173))
    }

    @Test func `a sign-in within the same second stays valid`() async throws {
        site.clock.advance(by: .milliseconds(700))
        let path = "\(Site.people)/ana.silva@aldervale.example/revokeSignInSessions"
        #expect(try await site.administer(.post, path, "{}").status == .noContent)
        #expect(try await site.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
    }

    @Test func `consent can be given and taken back`() async throws {
        let site = try Site(asksForConsent: true)
        var browser = try await Browser.signedIn(at: site)
        #expect(try await browser.open(.goodRequest).asksForConsent)
        let scopes = "openid profile email offline_access"
        let json = """
            {"clientId": "\(Site.clientID)", "consentType": "AllPrincipals", "directory": "aldervale.example",
             "scope": "\(scopes)"}
            """
        let given = try await site.administer(.post, "/consents", json)
        #expect(given.status == .created)
        #expect(try await browser.open(.goodRequest).carried["code"] != nil)
        let place = try #require(given.location)
        #expect(try await site.send(.delete, place).status == .noContent)
        #expect(try await browser.open(.goodRequest).asksForConsent)
        let wrong = try await site.administer(
            .post, "/consents",
            """
            {"clientId": "\(Site.clientID)", "directory": "aldervale.example",
             "resourceId": "\(RegisteredApp.graphID)", "scope": "User.Red"}
            """)
        #expect(try (wrong.status, wrong.pointers) == (.conflict, ["/scope"]))
    }

    @Test func `the codes of messages can be read, and messages removed`() async throws {
        try await site.platform.context.inbox.deliver(
            InboxMessage(
                channel: .sms, recipient: "+44 7700", sender: "A", text: "code 123456", code: "123456",
                sentAt: site.clock.now))
        let page = try await site.administer(.get, "/inbox?to=%2B44%207700").object()
        let message = try #require(page["value"]?.array?.first?.object)
        #expect(message.texts("code", "sentDateTime") == ["123456", "2026-01-01T00:00:00Z"])
        #expect(try await site.administer(.get, "/inbox?to=x").object()["count"]?.double == 0)
        let id = try #require(message["id"]?.string)
        #expect(try await site.administer(.delete, "/inbox/\(id)").status == .noContent)
        #expect(try await site.administer(.get, "/inbox/\(id)").status == .notFound)
    }
}
