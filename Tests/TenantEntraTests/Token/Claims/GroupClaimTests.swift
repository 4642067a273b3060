// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct GroupClaimTests: SiteSuite {
    let site: Site

    private static let administrator = "62e90394-69f5-4237-9190-012177145e10"
    private static let user = "b79fbf4d-3ef9-4689-8143-76b194e85509"

    static let settings: [(GroupMembershipClaims, groups: [String], wids: [String])] = [
        (.none, [], []), (.securityGroup, [Site.engineering], []),
        (.all, [Site.engineering, Site.everybody], [administrator, user]), (.applicationGroup, [Site.everybody], []),
        (.directoryRole, [], [administrator, user]),
    ]

    @Test(arguments: settings.indices) func `the registration says which groups are named`(_ row: Int) async throws {
        let (setting, groups, wids) = Self.settings[row]
        let assignment = AppRoleAssignment(principalID: Site.everybody)
        for id in [Site.clientID, SampleApp.tasksID] {
            try await site.change(app: id) {
                $0.groupMembershipClaims = setting
                $0.appRoleAssignments = [assignment]
            }
        }
        let request = FormParameters.goodRequest.with("scope", "openid api://tasks/Tasks.ReadWrite")
        let reply = try await site.tokens(for: request, as: "tobias.weiss")
        for name in ["id_token", "access_token"] {
            let claims = try await site.claims(of: reply[name])
            #expect(claims["groups"] == (groups.isEmpty ? nil : .array(groups.map(JSONValue.string))))
            #expect(claims["wids"] == (wids.isEmpty ? nil : .array(wids.map(JSONValue.string))))
        }
    }

    @Test func `two hundred groups fit, one more is left to Graph, which knows them all`() async throws {
        try await site.change(app: Site.clientID) { $0.groupMembershipClaims = .securityGroup }
        try await site.addGroups(199, with: "ana.silva")
        #expect(try await site.claims(of: try await site.tokens()["id_token"])["groups"]?.array?.count == 200)
        try await site.add(
            DirectoryGroup(
                id: "77777777-0000-4000-8000-000000000001", tenantID: Site.tenantID, displayName: "One more",
                memberIDs: ["b42f7609-ea53-47c8-b315-8ab13e34f58e"]))
        let reply = try await site.tokens(for: .goodRequest.with("scope", "openid profile User.Read"))
        let claims = try await site.claims(of: reply["id_token"])
        #expect((claims["groups"], claims["_claim_names"]) == (nil, .object(["groups": .string("src1")])))
        let endpoint = try #require(claims["_claim_sources"]?.object?["src1"]?.object?["endpoint"]?.string)
        #expect(endpoint == "http://127.0.0.1:4400/v1.0/users/b42f7609-ea53-47c8-b315-8ab13e34f58e/getMemberObjects")
        let path = try #require(endpoint.range(of: "/v1.0")).lowerBound
        let answer = try await site.send(
            .post, String(endpoint[path...]),
            fields: [
                .authorization: "Bearer \(try #require(reply["access_token"]?.string))",
                .contentType: "application/json",
            ], body: Data(#"{"securityEnabledOnly":true}"#.utf8))
        #expect(try (answer.status, answer.object()["value"]?.array?.count) == (.ok, 201))
    }

    @Test(arguments: [(4, false), (5, true)])
    func `a token in an address names six groups at most`(more: Int, isOver: Bool) async throws {
        try await site.change(app: Site.clientID) { $0.groupMembershipClaims = .all }
        try await site.addGroups(more, with: "ana.silva")
        let person = try await site.person("ana.silva")
        let grant = Grant(clientID: Site.clientID, personID: person.id, scopes: [], authenticatedAt: site.clock.now)
        let token = try await site.platform.context.tokens.idToken(
            for: person, grant: grant, nonce: nil, hashes: TokenHashes(), now: site.clock.now)
        let claims = try await site.claims(of: .string(token))
        #expect(claims["hasgroups"] == (isOver ? .boolean(true) : nil))
        #expect((claims["groups"]?.array?.count, claims["_claim_names"]) == (isOver ? nil : 6, nil))
        #expect(claims["wids"] == nil)
    }
}
