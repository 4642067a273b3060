// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures
@testable import TenantGraph

@Suite struct GraphPermissionTests: SiteSuite {
    let site: Site

    private static let conor = "/users/conor.obrien@aldervale.example"
    private static let anaName = "ana.silva@aldervale.example"
    private static let ana = "/users/\(anaName)"

    static let table: [(String, me: Int, self: Int, other: Int, all: Int)] = [
        ("openid", 403, 403, 403, 403), ("User.Read", 200, 200, 403, 403), ("User.ReadBasic.All", 200, 200, 200, 200),
        ("User.Read.All", 200, 200, 200, 200), ("Directory.Read.All", 200, 200, 200, 200),
        ("User.Read User.ReadBasic.All", 200, 200, 200, 200), ("api://tasks/Tasks.ReadWrite", 401, 401, 401, 401),
    ]

    @Test(arguments: table.indices) func `a permission opens`(_ row: Int) async throws {
        let (scope, me, own, other, all) = Self.table[row]
        let token = try await site.graphToken(scope)
        #expect(try await site.graph("/me", token: token).status.code == me)
        #expect(try await site.graph(Self.ana, token: token).status.code == own)
        #expect(try await site.graph(Self.conor, token: token).status.code == other)
        let list = try await site.graph("/users", token: token)
        #expect(list.status.code == all)
        if all == 403 {
            let message = "Insufficient privileges to complete the operation."
            #expect(try list.graphError == ("Authorization_RequestDenied", message))
        }
    }

    static let basic: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName", "id"]

    @Test func `with the basic permission the rest of others is empty`() async throws {
        let token = try await site.graphToken("User.ReadBasic.All")
        let list = try await site.graph("/users", token: token).entries
        let one = try await site.graph(Self.conor, token: token).object()
        let others = list.filter { $0["userPrincipalName"]?.string != Self.anaName }
        #expect(others.count == 47)
        for person in [one] + others {
            for name in UserResource.defaultProperties where !Self.basic.contains(name) {
                #expect(person[name] == (name == "businessPhones" ? .array([]) : .null))
            }
            #expect(person["displayName"]?.string?.isEmpty == false)
        }
        let chosen = try await site.graph("\(Self.conor)?$select=department,mail", token: token).object()
        #expect((chosen["department"], chosen["mail"]?.string) == (.null, "conor.obrien@aldervale.example"))
    }

    @Test(arguments: ["User.Read User.ReadBasic.All", "User.ReadBasic.All"])
    func `one's own profile is whole`(_ scope: String) async throws {
        let token = try await site.graphToken(scope)
        #expect(try await site.graph("/me", token: token).object()["jobTitle"]?.string == "Principal Engineer")
        #expect(try await site.graph(Self.ana, token: token).object()["jobTitle"]?.string == "Principal Engineer")
        #expect(try await site.graph(Self.conor, token: token).object()["jobTitle"] == .null)
    }

    static let feelers = [
        "department eq 'Engineering'", "givenName eq 'O' or jobTitle ge 'P'", "not (jobTitle eq 'x')",
        "department in ('Sales')", "givenName eq 'O' and mobilePhone ne 'x'",
    ]

    @Test(arguments: feelers) func `a filter cannot probe unreadable properties`(_ filter: String) async throws {
        let token = try await site.graphToken("User.ReadBasic.All")
        for path in ["/users", "/users/$count"] {
            let answer = try await site.graph(
                "\(path)?$count=true&$filter=\(FormParameters.encoded(filter))", token: token, isEventual: true)
            #expect(answer.status == .forbidden, "\(answer.text)")
        }
    }

    @Test func `without permission to read people, an unknown person is refused like a known one`() async throws {
        let token = try await site.graphToken("User.Read")
        let answers = [
            try await site.graph(Self.conor, token: token), try await site.graph("/users/nobody", token: token),
        ]
        #expect(answers.map(\.status) == [.forbidden, .forbidden])
    }

    @Test func `people of another directory are out of reach`() async throws {
        try await site.addOtherDirectory()
        let token = try await site.graphToken()
        #expect(try await site.graph("/users/mia@other.example", token: token).status == .notFound)
        #expect(try await !site.graph("/users", token: token).text.contains("mia@other.example"))
    }
}
