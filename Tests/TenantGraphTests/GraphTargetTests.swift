// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantGraph

@Suite struct GraphTargetTests {
    static let paths: [(String, GraphTarget)] = [
        ("/v1.0/me", .profile(.me)), ("/v1.0/users", .everybody), ("/v1.0/users/$count", .countOfEverybody),
        ("/v1.0/users/%24count", .countOfEverybody), ("//v1.0//users/", .everybody),
        ("/v1.0/users/a%40b", .profile(.named("a@b"))), ("/v1.0/users/me", .profile(.named("me"))),
        ("/v1.0/users/a%2Fmanager", .profile(.named("a/manager"))),
        ("/v1.0/users/e%23EXT%23@b", .profile(.named("e#EXT#@b"))), ("/v1.0/users('a@b')", .profile(.named("a@b"))),
        ("/v1.0/users('$x@y')", .profile(.named("$x@y"))), ("/v1.0/users(%27%24x%40y%27)", .profile(.named("$x@y"))),
        ("/v1.0/users%28'o''b@c'%29/manager", .manager(.named("o'b@c"))), ("/v1.0/users('''')", .profile(.named("'"))),
        ("/v1.0/me/manager", .manager(.me)), ("/v1.0/users/x/manager", .manager(.named("x"))),
        ("/v1.0/me/directReports", .directReports(.me)), ("/v1.0/me/photo", .photo(.me, size: nil)),
        ("/v1.0/users/x/photo/$value", .photoContent(.named("x"), size: nil)),
        ("/v1.0/users('x')/photos/48x48", .photo(.named("x"), size: "48x48")),
        ("/v1.0/me/memberOf", .memberOf(.me, isTransitive: false)),
        ("/v1.0/users/x/memberOf", .memberOf(.named("x"), isTransitive: false)),
        ("/v1.0/me/transitiveMemberOf", .memberOf(.me, isTransitive: true)), ("/v1.0/me/photos", .photos(.me)),
        ("/v1.0/users/x/photos", .photos(.named("x"))), ("/v1.0/organization", .organization(nil)),
        ("/v1.0/organization/x", .organization("x")), ("/v1.0/me/getMemberObjects", .memberObjects(.me)),
        ("/v1.0/users('x')/getMemberGroups", .memberObjects(.named("x"))),
        ("/v1.0/me/revokeSignInSessions", .revokeSignInSessions(.me)), ("/v1.0/groups", .groups),
        ("/v1.0/groups/x", .group("x")), ("/v1.0/groups/x/members", .groupMembers("x", isTransitive: false)),
        ("/v1.0/groups/x/transitiveMembers", .groupMembers("x", isTransitive: true)), ("/v1.0/%24batch", .batch),
        ("/v1.0/users/delta", .changes(.user)), ("/v1.0/groups/microsoft.graph.delta()", .changes(.group)),
        ("/v1.0/me/photos/648x648/%24value", .photoContent(.me, size: "648x648")),
    ]

    @Test(arguments: paths) func `a path addresses`(_ path: String, _ target: GraphTarget) throws {
        #expect(try GraphTarget(path: path) == target)
    }

    static let nowhere = [
        "/v1.0", "/v1.0/", "/v1.0/teams", "/v1.0/groups/x/y", "/v1.0/groups/x/members/y", "/v1.0/Me", "/v1.0/me/mail",
        "/v1.0/me/manager/manager", "/v1.0/users/x/y", "/v1.0/users/$count/x", "/v1.0/users()", "/v1.0/users('')",
        "/v1.0/users(x)", "/v1.0/users('x'", "/v1.0/users('x')x", "/v1.0/users('o'b')", "/v1.0/users(''')",
        "/v1.0/users('x')/$count", "/v1.0/organization/x/y", "/v1.0/me/photo/$ref", "/v1.0/me('x')",
    ]

    @Test(arguments: nowhere) func `no resource behind`(_ path: String) throws {
        let fault = #expect(throws: GraphFault.self) { try GraphTarget(path: path) }
        #expect(fault?.status == .badRequest)
        #expect(fault?.message.hasPrefix("Resource not found for the segment '") == true)
    }

    @Test func `the token is checked first`() async throws {
        let site = try Site()
        #expect(try await site.send(.get, "/v1.0/teams").status == .unauthorized)
        let token = try await site.graphToken()
        let answer = try await site.graph("/teams", token: token)
        #expect(answer.status == .badRequest && answer.text.contains("Resource not found for the segment 'teams'."))
        #expect(try await site.graph("/users('ana.silva@aldervale.example')", token: token).status == .ok)
    }
}
