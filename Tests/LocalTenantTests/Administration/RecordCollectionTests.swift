// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct RecordCollectionTests: SiteSuite {
    let site: Site

    @Test func `a person is added, found, changed and removed`() async throws {
        let added = try await site.administer(
            .post, Site.people,
            #"{"displayName": "M", "userPrincipalName": "mara@aldervale.example", "manager": "ana.silva@aldervale.example"}"#
        )
        #expect(added.status == .created)
        let place = try #require(added.location)
        #expect(try await site.send(.get, place).object() == added.object())
        let ana = try await site.person("ana.silva")
        #expect(try added.object()["manager"]?.string == ana.id)
        let changed = try await site.administer(
            .patch, "\(Site.people)/mara@aldervale.example", #"{"jobTitle": "Pilot", "manager": null}"#)
        #expect(try (changed.object()["jobTitle"]?.string, changed.object()["manager"]) == ("Pilot", .null))
        #expect(try await site.send(.delete, place).status == .noContent)
        #expect(try await site.send(.get, place).status == .notFound)
    }

    @Test func `the same PUT twice is one person`() async throws {
        let path = "\(Site.people)/77777777-5555-4666-8777-888888888888"
        let json = #"{"displayName": "Mara", "userPrincipalName": "mara@aldervale.example"}"#
        #expect(try await site.administer(.put, path, json).status == .created)
        #expect(try await site.administer(.put, path, json).status == .ok)
        #expect(try await site.administer(.get, Site.people).object()["count"]?.double == 49)
        #expect(try await site.administer(.put, "\(Site.people)/mara", json).status == .notFound)
    }

    static let refusals: [(String, Int, [String])] = [
        (#"{"displayName": "A"}"#, 400, ["/userPrincipalName"]),
        (#"{"userPrincipalName": "a", "displayName": 7, "x": 1}"#, 400, ["/userPrincipalName", "/displayName", "/x"]),
        (#"{"userPrincipalName": "ANA.silva@aldervale.example", "displayName": "A"}"#, 409, ["/userPrincipalName"]),
        (#"{"userPrincipalName": "a@b.example", "displayName": "A", "manager": "x"}"#, 409, ["/manager"]),
        (#"{"userPrincipalName": "a@b.example", "displayName": "A\u0000"}"#, 400, ["/displayName"]),
        (#"{"displayName": "A", "displayName": "B"}"#, 400, []), ("[]", 400, []), ("", 400, []), ("{", 400, []),
    ]

    @Test(arguments: refusals)
    func `errors name their place`(_ json: String, _ status: Int, _ pointers: [String]) async throws {
        let answer = try await site.administer(.post, Site.people, json)
        #expect(try (answer.status.code, answer.pointers, answer["Cache-Control"]) == (status, pointers, "no-store"))
    }

    @Test func `lists come in pages`() async throws {
        var path = "\(Site.people)?top=20"
        var names: [String] = []
        while true {
            let page = try await site.administer(.get, path).object()
            names += (page["value"]?.array ?? []).compactMap { $0.object?["userPrincipalName"]?.string }
            guard let next = page["nextLink"]?.string else { break }
            path = String(next.dropFirst("/tessera/v1".count))
        }
        #expect(names.count == 48 && Set(names).count == 48 && names == names.sorted())
        for query in ["top=0", "top=x", "skip=-1", "topp=1", "top=1&top=2"] {
            #expect(try await site.administer(.get, "\(Site.people)?\(query)").status == .badRequest)
        }
    }

    @Test func `a new password ends earlier sessions, and is never shown`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let person = "\(Site.people)/ana.silva@aldervale.example"
        let refresh = try #require(try await site.tokens()["refresh_token"]?.string)
        let changed = try await site.administer(.patch, person, #"{"passwordProfile": {"password": "another one"}}"#)
        #expect(changed.status == .ok)
        #expect(!changed.text.contains("another one") && !changed.text.contains("scrypt"))
        let ana = try await site.person("ana.silva")
        #expect(try await PasswordHash.accepts("another one", against: ana.passwordHash ?? ""))
        #expect(ana.signInSessionsValidFrom == site.clock.now)
        #expect(try await site.token(.refreshing(refresh)).status == .badRequest)
        #expect(try await browser.open(.goodRequest).form.action.contains("login"))
        // A change of something else keeps it.
        #expect(try await site.administer(.patch, person, #"{"jobTitle": "X"}"#).status == .ok)
        #expect(try await site.person("ana.silva").passwordHash == ana.passwordHash)
    }

    @Test(arguments: [
        ("a", true), ("", false), (String(repeating: "a", count: 256), true),
        (String(repeating: "a", count: 257), false), (String(repeating: "\u{E9}", count: 256), true),
        (String(repeating: "\u{E9}", count: 257), false), ("a\u{7F}", false), ("a\u{85}", false), ("a\\t", false),
    ])
    func `a document password has 1 to 256 printable characters`(_ password: String, _ isAccepted: Bool) async throws {
        let changed = try await site.administer(
            .patch, "\(Site.people)/ana.silva@aldervale.example", #"{"passwordProfile": {"password": "\#(password)"}}"#)
        #expect((changed.status == .ok) == isAccepted, "\(changed.text)")
        let hash = try await site.person("ana.silva").passwordHash ?? ""
        #expect(try await PasswordHash.accepts(password, against: hash) == isAccepted)
    }

    @Test func `a removed person leaves groups and managers`() async throws {
        let group = try await site.administer(
            .post, "/directories/aldervale.example/groups",
            #"{"displayName": "G", "members": ["tobias.weiss@aldervale.example", "ana.silva@aldervale.example"]}"#)
        let place = try #require(group.location)
        let tobias = "\(Site.people)/tobias.weiss@aldervale.example"
        #expect(try await site.administer(.delete, tobias).status == .noContent)
        #expect(try await site.send(.get, place).object()["members"]?.array?.count == 1)
        #expect(try await site.person("ana.silva").managerID == nil)
    }

    @Test func `a directory goes with all in it, but the last one stays`() async throws {
        for name in ["aldervale.example", "bramblefinch.example", "consumers"] {
            #expect(try await site.administer(.delete, "/directories/\(name)").status == .noContent)
        }
        #expect(
            try await site.administer(.delete, "/directories/aldervalecustomers.onmicrosoft.com").status == .conflict)
        #expect(try await site.platform.context.database.app(RegisteredApp.graphID) != nil)
        #expect(try await site.send(.get, "/").status == .ok)
        #expect(try await site.administer(.post, "/reset", "{}").status == .noContent)
        #expect(try await site.administer(.get, "/directories").object()["count"]?.double == 4)
    }

    @Test(arguments: ["/import", "/reset", "/apps"])
    func `content that is no JSON is refused in the same words everywhere`(_ path: String) async throws {
        let answer = try await site.administer(.post, path, #"{"version": 1,}"#)
        #expect(answer.status == .badRequest)
        #expect(try answer.object()["detail"]?.string?.hasPrefix("The content is not a JSON object: ") == true)
    }

    @Test func `a secret is shown once, works, and can be removed`() async throws {
        let app = "/apps/\(SampleApp.quickStartID)"
        let added = try await site.administer(.post, "\(app)/addPassword", "{}").object()
        let secret = try #require(added["secretText"]?.string)
        let shown = try await site.administer(.get, app)
        #expect(!shown.text.contains(secret) && !shown.text.contains(SecretHash.of(secret)))
        #expect(try await site.platform.context.database.app(SampleApp.quickStartID)?.credential(of: secret) != nil)
        #expect(try await site.administer(.patch, app, #"{"displayName": "Q"}"#).status == .ok)
        #expect(try await site.platform.context.database.app(SampleApp.quickStartID)?.credential(of: secret) != nil)
        let key = try #require(added["keyId"]?.string)
        let removed = try await site.administer(.post, "\(app)/removePassword", #"{"keyId": "\#(key)"}"#)
        #expect(removed.status == .noContent)
        #expect(try await site.platform.context.database.app(SampleApp.quickStartID)?.isPublic == true)
        let graph = try await site.administer(
            .put, "/apps/\(RegisteredApp.graphID)", #"{"displayName": "G", "directory": "aldervale.example"}"#)
        #expect(graph.status == .conflict)
    }
}
