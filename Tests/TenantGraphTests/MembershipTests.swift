// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct MembershipTests: SiteSuite {
    let site: Site

    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"
    private static let tobias = "14165c34-cf25-47d1-a5f8-00bbe60f0289"

    private func post(_ path: String, token: String, body: String = "") async throws -> Answer {
        try await site.send(
            .post, "/v1.0\(path)",
            fields: [.authorization: "Bearer \(token)", .contentType: "application/json"], body: Data(body.utf8))
    }

    static let permissions: [(String, own: Int, other: Int, groups: Int)] = [
        ("User.Read", 200, 403, 403), ("User.Read.All", 200, 403, 403), ("GroupMember.Read.All", 200, 200, 200),
        ("Group.Read.All", 200, 200, 200), ("Directory.Read.All", 200, 200, 200),
    ]

    @Test(arguments: permissions.indices) func `a permission opens`(_ row: Int) async throws {
        let (scope, own, other, groups) = Self.permissions[row]
        let token = try site.token(.person(Self.ana, scopes: scope))
        for path in ["/me", "/users/\(Self.ana)"] {
            #expect(try await site.graph("\(path)/memberOf", token: token).status.code == own)
            #expect(try await post("\(path)/getMemberObjects", token: token).status.code == own)
        }
        #expect(try await site.graph("/users/\(Self.tobias)/memberOf", token: token).status.code == other)
        #expect(try await post("/users/\(Self.tobias)/getMemberObjects", token: token).status.code == other)
        for path in ["/groups", "/groups/\(Site.engineering)", "/groups/\(Site.engineering)/members"] {
            #expect(try await site.graph(path, token: token).status.code == groups, "\(path)")
        }
    }

    @Test func `groups have the form of Graph`() async throws {
        let token = try site.token(.person(Self.ana, scopes: "GroupMember.Read.All"))
        let list = try await site.graph("/groups?$select=displayName", token: token)
        #expect(try list.object()["@odata.context"]?.string?.hasSuffix("/v1.0/$metadata#groups(displayName)") == true)
        #expect(try list.texts("displayName") == ["Engineering", "Everybody at Aldervale", "Sales"])
        let group = try await site.graph("/groups/\(Site.everybody)", token: token).object()
        #expect((group["mailEnabled"], group["securityEnabled"]) == (.boolean(true), .boolean(false)))
        #expect((group["groupTypes"], group["description"]) == (.array([.string("Unified")]), .null))
        let own = try await site.graph("/me/memberOf", token: token).texts("@odata.type")
        #expect(own == Array(repeating: "#microsoft.graph.group", count: 2))
    }

    @Test func `an administrator's role is listed with the groups`() async throws {
        let token = try site.token(.person(Self.tobias, scopes: "User.Read"))
        let role = try #require(try await site.graph("/me/memberOf", token: token).entries.last)
        #expect(role.texts("@odata.type", "displayName") == ["#microsoft.graph.directoryRole", "Global Administrator"])
        let all = try await post("/me/getMemberObjects", token: token).object()
        #expect(all["@odata.context"]?.string?.hasSuffix("$metadata#Collection(Edm.String)") == true)
        #expect(all["value"]?.array?.last == role["id"])
        let security = try await post("/me/getMemberObjects", token: token, body: #"{"securityEnabledOnly":true}"#)
        #expect(try security.object()["value"] == .array([.string(Site.engineering)]))
    }

    @Test func `members have only the properties that the caller may read, on each page`() async throws {
        let path = "/groups/\(Site.everybody)/members?$select=displayName,jobTitle&$top=30"
        let narrow = try site.token(.person(Self.ana, scopes: "GroupMember.Read.All"))
        let first = try await site.graph(path, token: narrow)
        let people = try first.entries
        #expect(people.count == 30)
        #expect(people.filter { $0["displayName"] != .null }.count == 1, "only oneself")
        #expect(people.allSatisfy { $0["@odata.type"]?.string == "#microsoft.graph.user" })
        #expect(try await site.graph(try #require(try first.nextPath), token: narrow).entries.count == 18)
        let basic = try site.token(.person(Self.ana, scopes: "GroupMember.Read.All User.ReadBasic.All"))
        let named = try await site.graph(path, token: basic).entries
        #expect(named.allSatisfy { $0["displayName"]?.string != nil } && named.contains { $0["jobTitle"] == .null })
        let wide = try site.token(.person(Self.ana, scopes: "Directory.Read.All"))
        #expect(try await site.graph(path, token: wide).texts("jobTitle").count > 20)
    }

    static let refusals: [(HTTPRequest.Method, String, Int, String)] = [
        (.get, "/me/getMemberObjects", 405, "Request_BadRequest"), (.post, "/me/memberOf", 405, "Request_BadRequest"),
        (.get, "/me/revokeSignInSessions", 405, "Request_BadRequest"),
        (.get, "/groups?$filter=x", 400, "Request_UnsupportedQuery"),
        (.get, "/groups?$top=0", 400, "BadRequest"), (.get, "/groups?$top=x", 400, "BadRequest"),
        (.get, "/groups?$select=nothing", 400, "BadRequest"), (.get, "/groups?$top=1&$top=2", 400, "BadRequest"),
        (.get, "/groups?$skiptoken=x", 400, "BadRequest"), (.get, "/groups/none", 404, "Request_ResourceNotFound"),
        (.get, "/groups/none/members", 404, "Request_ResourceNotFound"),
        (.get, "/users/nobody/memberOf", 404, "Request_ResourceNotFound"),
        (.post, "/users/nobody/getMemberObjects", 404, "Request_ResourceNotFound"),
    ]

    @Test(arguments: refusals.indices)
    func `invalid requests are rejected with the codes of Graph`(_ row: Int) async throws {
        let (method, path, status, code) = Self.refusals[row]
        let token = try site.token(.person(Self.ana, scopes: "Directory.Read.All"))
        let answer = try await site.graph(method, path, token: token)
        #expect(try (answer.status.code, answer.graphError.code) == (status, code))
        if status == 405 { #expect(answer["Allow"] == (method == .get ? "POST" : "GET, HEAD")) }
    }

    @Test(arguments: ["{", "[]", #"{"securityEnabledOnly":"yes"}"#])
    func `parameters that cannot be read are refused`(_ body: String) async throws {
        let token = try site.token(.person(Self.ana, scopes: "User.Read"))
        let answer = try await post("/me/getMemberObjects", token: token, body: body)
        #expect(try (answer.status, answer.graphError.code) == (.badRequest, "BadRequest"))
    }

    @Test func `groups of another directory are not there`() async throws {
        try await site.addOtherDirectory()
        let mia = "99999999-5555-4666-8777-888888888888"
        let token = try site.token(.person(mia, of: Site.otherTenantID, scopes: "Directory.Read.All"))
        #expect(try await site.graph("/groups", token: token).entries.isEmpty)
        #expect(try await site.graph("/groups/\(Site.engineering)", token: token).status == .notFound)
        #expect(try await site.graph("/users/\(Self.ana)/memberOf", token: token).status == .notFound)
    }

    @Test func `people can revoke their own sessions, and others' only with permission`() async throws {
        let refresh = FormParameters.refreshing(try await site.refreshToken())
        var browser = try await Browser.signedIn(at: site)
        site.clock.advance(by: .seconds(60))
        let colleague = try site.token(.person(Self.tobias, scopes: "User.Read.All"))
        #expect(try await post("/users/\(Self.ana)/revokeSignInSessions", token: colleague).status == .forbidden)
        let plain = try site.token(.person("5d2f0e26-8250-47e9-8d6d-6c9554e264db", scopes: "User.RevokeSessions.All"))
        #expect(try await post("/users/\(Self.ana)/revokeSignInSessions", token: plain).status == .forbidden)
        #expect(try await site.token(refresh).status == .ok)
        let own = try site.token(.person(Self.ana, scopes: "User.Read"))
        #expect(try await post("/me/revokeSignInSessions", token: own).object()["value"] == .boolean(true))
        #expect(try await site.token(refresh).errorNumber == 50173)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50058)
        let fresh = FormParameters.refreshing(try await site.refreshToken())
        #expect(try await site.token(fresh).status == .ok)
        site.clock.advance(by: .seconds(60))
        let app = try site.token(.app("User.RevokeSessions.All"))
        #expect(try await post("/users/\(Self.ana)/revokeSignInSessions", token: app).status == .ok)
        #expect(try await site.token(fresh).errorNumber == 50173)
    }
}
