// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct GraphCallerTests: SiteSuite {
    let site: Site

    private func expect(
        _ path: String, as claims: GraphClaims, _ status: HTTPResponse.Status, _ code: String, _ message: String
    ) async throws {
        let answer = try await site.graph(path, token: try site.token(claims))
        #expect(answer.status == status, "\(path)")
        #expect(try answer.graphError == (code, message))
    }

    @Test func `an app reads what it was assigned, and has no profile`() async throws {
        for role in ["User.Read.All", "Directory.Read.All"] {
            let token = try site.token(.app(role))
            #expect(try await site.graph("/users", token: token).entries.count == 48)
            let conor = try await site.graph("/users/conor.obrien@aldervale.example", token: token).object()
            #expect(conor["jobTitle"]?.string != nil)
        }
        for path in ["/me", "/me/manager", "/me/directReports", "/me/photo/$value"] {
            try await expect(
                path, as: .app("User.Read.All"), .badRequest, "BadRequest",
                "/me request is only valid with delegated authentication flow.")
        }
    }

    static let weak: [GraphClaims] = [
        .app(), .app("User.Read"), .app("user.read.all"), .app("User.Read.All "),
        GraphClaims(scp: "User.Read.All", idtyp: "app"),
    ]

    @Test(arguments: weak.indices) func `an app without a role that fits reads nothing`(_ row: Int) async throws {
        for path in ["/users", "/users/conor.obrien@aldervale.example"] {
            try await expect(
                path, as: Self.weak[row], .forbidden, "Authorization_RequestDenied",
                "Insufficient privileges to complete the operation.")
        }
    }

    @Test func `roles in a user's token are ignored`() async throws {
        let claims = GraphClaims(
            oid: try await site.person("ana.silva").id, scp: "User.Read", roles: ["User.Read.All"], idtyp: "user")
        try await expect(
            "/users", as: claims, .forbidden, "Authorization_RequestDenied",
            "Insufficient privileges to complete the operation.")
    }

    @Test func `an app sees the people of its own directory`() async throws {
        try await site.addOtherDirectory()
        let token = try site.token(.app("User.Read.All", of: Site.otherTenantID))
        #expect(try await site.graph("/users", token: token).texts("displayName") == ["Mia Other"])
        let conor = try await site.person("conor.obrien")
        for name in [conor.id, conor.userPrincipalName] {
            for part in ["", "/manager", "/directReports", "/photo", "/photo/$value"] {
                #expect(try await site.graph("/users/\(name)\(part)", token: token).status == .notFound)
            }
        }
    }

    @Test func `a manager in another directory is not shown`() async throws {
        try await site.addOtherDirectory()
        let conor = try await site.person("conor.obrien")
        try await site.platform.context.database.write { database in
            try database.execute(
                sql: "UPDATE person SET managerID = ? WHERE tenantID = ?",
                arguments: [conor.id, Site.otherTenantID])
        }
        let token = try site.token(.app("User.Read.All", of: Site.otherTenantID))
        #expect(try await site.graph("/users/mia@other.example/manager", token: token).status == .notFound)
        let reports = try await site.graph(
            "/users/\(conor.id)/directReports", token: try site.token(.app("User.Read.All"))
        ).text
        #expect(!reports.contains("mia@other.example"))
    }

    @Test func `a personal account has a profile, and no colleagues`() async throws {
        let noor = try #require(try await site.platform.context.database.people(of: Tenant.consumersID).first)
        let scopes = "User.Read User.ReadBasic.All User.Read.All Directory.Read.All"
        let claims = GraphClaims.person(noor.id, of: Tenant.consumersID, scopes: scopes)
        let token = try site.token(claims)
        #expect(try await site.graph("/me", token: token).object()["id"]?.string == noor.id)
        #expect(try await site.graph("/users/\(noor.id)", token: token).status == .ok)
        let paths = [
            "/users", "/me/manager", "/me/directReports", "/users/\(noor.id)/manager",
            "/users/conor.obrien@aldervale.example", "/users/nobody", "/users/nobody/photo/$value",
        ]
        for path in paths {
            try await expect(path, as: claims, .badRequest, "BadRequest", "This API is not supported for MSA accounts")
        }
    }

    @Test func `customers do not see each other`() async throws {
        let first = try await site.platform.context.tenant()
        let shop = Tenant(
            id: "c0000000-0000-4000-8000-000000000001", displayName: "Shop", domain: "shop.example",
            passwordHash: first.passwordHash, kind: .customers)
        try await site.add(shop)
        let customers = (1...2).map { Self.customer($0, of: shop) }
        for customer in customers { try await site.add(customer) }
        let claims = GraphClaims.person(customers[0].id, of: shop.id, scopes: "User.Read.All")
        for path in ["/users", "/users/\(customers[1].id)", "/me/directReports"] {
            try await expect(
                path, as: claims, .forbidden, "Authorization_RequestDenied",
                "Insufficient privileges to complete the operation.")
        }
        #expect(try await site.graph("/me", token: try site.token(claims)).status == .ok)
        let app = try site.token(.app("User.Read.All", of: shop.id))
        #expect(try await site.graph("/users", token: app).entries.count == 2)
    }

    private static func customer(_ number: Int, of shop: Tenant) -> DirectoryPerson {
        DirectoryPerson(
            id: "c0000000-0000-4000-8000-00000000001\(number)", tenantID: shop.id, displayName: "Customer \(number)",
            userPrincipalName: "customer\(number)@shop.example")
    }

    static let strangers: [GraphClaims] = [
        GraphClaims(tid: nil, oid: "x", scp: "User.Read"),
        .person(
            "b42f7609-ea53-47c8-b315-8ab13e34f58e", of: "00000000-0000-4000-8000-000000000000", scopes: "User.Read"),
        .person("b42f7609-ea53-47c8-b315-8ab13e34f58e", of: Tenant.consumersID, scopes: "User.Read"),
        .person("nobody", scopes: "User.Read"), GraphClaims(scp: "User.Read"),
        GraphClaims(oid: "b42f7609-ea53-47c8-b315-8ab13e34f58e"),
        .app("User.Read.All", of: "00000000-0000-4000-8000-000000000000"),
    ]

    @Test(arguments: strangers.indices)
    func `a token for a person who is not in the directory is refused`(_ row: Int) async throws {
        try await expect(
            "/me", as: Self.strangers[row], .unauthorized, "InvalidAuthenticationToken",
            "Access token validation failure.")
    }
}

/// The claims that Graph reads, for tokens that no sign-in gives.
struct GraphClaims: Encodable {
    var aud = RegisteredApp.graphID
    var tid: String? = Site.tenantID
    var oid: String?
    var scp: String?
    var roles: [String]?
    var idtyp: String?
    var nbf = 0
    var exp = 4_102_444_800

    static func person(_ id: String, of tenantID: String = Site.tenantID, scopes: String) -> GraphClaims {
        GraphClaims(tid: tenantID, oid: id, scp: scopes, idtyp: "user")
    }

    static func app(_ roles: String..., of tenantID: String = Site.tenantID) -> GraphClaims {
        GraphClaims(tid: tenantID, oid: "11111111-0000-4000-8000-000000000000", roles: roles, idtyp: "app")
    }
}

extension Site {
    func token(_ claims: GraphClaims) throws -> String {
        try CompactJWS.sign(
            try JSONEncoder().encode(claims), header: JWSHeader(algorithm: .rs256, keyIdentifier: try signingKeyName),
            with: platform.context.keys.signingKey)
    }
}
