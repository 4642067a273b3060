// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct DeltaTests: SiteSuite {
    let site: Site

    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"
    private static let users = "/users/delta?$select=displayName"

    private func token(_ scopes: String = "User.Read.All GroupMember.Read.All") throws -> String {
        try site.token(.person(Self.ana, scopes: scopes))
    }

    private struct Round {
        var entries: [[String: JSONValue]] = []
        var pages = 0
        var link = ""

        var names: [String] { entries.compactMap { $0["displayName"]?.string } }
        var removed: [String] { entries.filter { $0["@removed"] != nil }.compactMap { $0["id"]?.string } }
    }

    private func round(_ path: String) async throws -> Round {
        var round = Round()
        var next: String? = path
        while let address = next {
            let answer = try await site.graph(address, token: try token())
            try #require(answer.status == .ok, "\(answer.text)")
            let page = try answer.object()
            round.entries += page["value"]?.array?.compactMap(\.object) ?? []
            round.pages += 1
            next = page["@odata.nextLink"]?.string.map(Self.path)
            if let link = page["@odata.deltaLink"]?.string { round.link = Self.path(link) }
        }
        return round
    }

    private static func path(_ link: String) -> String { link.replacing("http://127.0.0.1:4400/v1.0", with: "") }

    private func change(_ sql: String, _ arguments: StatementArguments = []) async throws {
        try await site.platform.context.database.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    private func add(_ name: String) async throws -> String {
        let person = DirectoryPerson(
            id: UUID().uuidString.lowercased(), tenantID: Site.tenantID, displayName: name,
            userPrincipalName: "\(name.lowercased())@aldervale.example")
        try await site.add(person)
        return person.id
    }

    @Test func `the first round lists all people, and the next only changes`() async throws {
        let first = try await round(Self.users)
        #expect(first.entries.count == 48 && Set(first.names).count > 40)
        #expect(first.entries.allSatisfy { Set($0.keys) == ["id", "displayName"] })
        #expect(first.link.contains("$deltatoken="))
        let quiet = try await round(first.link)
        #expect(quiet.entries.isEmpty && quiet.pages == 1)

        let zoe = try await add("Zoe")
        try await change("UPDATE person SET displayName = 'Ana Nova' WHERE id = ?", [Self.ana])
        try await change("UPDATE person SET failedAttempts = 3 WHERE displayName LIKE 'Conor%'")
        let second = try await round(quiet.link)
        #expect(second.names == ["Ana Nova", "Zoe"], "a property that Graph does not have is no change")

        try await change("DELETE FROM person WHERE id = ?", [zoe])
        let third = try await round(second.link)
        #expect(third.removed == [zoe] && third.entries.count == 1)
        #expect(third.entries.first?["@removed"] == .object(["reason": .string("deleted")]))
        #expect(try await round(first.link).removed == [zoe], "an older link still works")
    }

    @Test func `a person who was removed and added again is listed`() async throws {
        let first = try await round(Self.users)
        let person = try await site.person("conor.obrien")
        try await change("DELETE FROM person WHERE id = ?", [person.id])
        try await site.add(person)
        let second = try await round(first.link)
        #expect(second.entries.last?["displayName"]?.string == "Conor O'Brien")
        #expect(second.removed.isEmpty, "the state after the changes counts")
    }

    @Test(arguments: [99, 100, 101, 250])
    func `a round comes page after page, also past a full one`(_ count: Int) async throws {
        let first = try await round("/users/delta?$select=id&$deltatoken=latest")
        #expect(first.entries.isEmpty)
        for number in 0..<count { _ = try await add("Person\(number)") }
        let second = try await round(first.link)
        #expect(Set(second.entries.compactMap { $0["id"]?.string }).count == count)
        #expect(second.pages == count / 100 + 1)
    }

    @Test func `groups have changes, too`() async throws {
        let first = try await round("/groups/microsoft.graph.delta()?$select=displayName")
        #expect(Set(first.names) == ["Engineering", "Everybody at Aldervale", "Sales"])
        try await change("UPDATE directoryGroup SET displayName = 'Makers' WHERE displayName = 'Engineering'")
        try await change("DELETE FROM directoryGroup WHERE displayName = 'Sales'")
        try await site.add(
            DirectoryGroup(id: UUID().uuidString.lowercased(), tenantID: Site.tenantID, displayName: "New"))
        let second = try await round(first.link)
        #expect(second.names == ["Makers", "New"] && second.removed.count == 1)
    }

    /// The members that a round names, with a minus before those that went.
    private static func members(_ round: Round) -> [String] {
        round.entries.flatMap { $0["members@delta"]?.array ?? [] }.compactMap(\.object).compactMap { member in
            member["id"]?.string.map { (member["@removed"] == nil ? "" : "-") + $0 }
        }
    }

    @Test func `members of groups come and go with their group`() async throws {
        let path = "/groups/delta?$select=displayName,members"
        let group = DirectoryGroup(
            id: UUID().uuidString.lowercased(), tenantID: Site.tenantID, displayName: "Crew", memberIDs: ["a", "b"])
        let empty = try await round("\(path)&$deltatoken=latest")
        try await site.add(group)
        let first = try await round(path)
        let crew = try #require(first.entries.first { $0["displayName"]?.string == "Crew" })
        #expect(crew["members@delta"]?.array?.first?.object?["@odata.type"]?.string == "#microsoft.graph.user")
        #expect(Self.members(first).suffix(99).contains("a") && Self.members(first).contains("b"))
        #expect(Self.members(try await round(empty.link)) == ["a", "b"], "a new group brings all its members")

        try await change("UPDATE directoryGroup SET memberIDs = '[\"b\",\"c\"]' WHERE id = ?", [group.id])
        let second = try await round(first.link)
        #expect(second.names == ["Crew"] && Self.members(second) == ["-a", "c"])
        try await change("UPDATE directoryGroup SET displayName = 'Deck' WHERE id = ?", [group.id])
        let third = try await round(second.link)
        #expect(third.names == ["Deck"] && Self.members(third).isEmpty)
        #expect(third.entries.first?["members@delta"] == nil)
        try await change("UPDATE directoryGroup SET memberIDs = '[\"a\"]' WHERE id = ?", [group.id])
        #expect(Self.members(try await round(third.link)).sorted() == ["-b", "-c", "a"])
        #expect(Self.members(try await round(first.link)).sorted() == ["-b", "-c", "a"], "the last change counts")
        try await change("DELETE FROM directoryGroup WHERE id = ?", [group.id])
        #expect(try await round(third.link).removed == [group.id])
    }

    @Test func `members come with their group, also on a later page than their change`() async throws {
        let group = DirectoryGroup(
            id: UUID().uuidString.lowercased(), tenantID: Site.tenantID, displayName: "Crew", memberIDs: ["a"])
        try await site.add(group)
        let first = try await round("/groups/delta?$select=displayName,members&$deltatoken=latest")
        try await change("UPDATE directoryGroup SET memberIDs = '[\"b\"]' WHERE id = ?", [group.id])
        for number in 0..<120 {
            try await site.add(
                DirectoryGroup(
                    id: UUID().uuidString.lowercased(), tenantID: Site.tenantID, displayName: "Group \(number)"))
        }
        try await change("UPDATE directoryGroup SET displayName = 'Deck' WHERE id = ?", [group.id])
        let second = try await round(first.link)
        #expect(second.pages == 2 && second.names.last == "Deck")
        #expect(Self.members(second).sorted() == ["-a", "b"])
        #expect(try await round(second.link).entries.isEmpty)
    }

    @Test func `members are followed without a selection, and not with one that leaves them out`() async throws {
        #expect(!Self.members(try await round("/groups/delta")).isEmpty)
        #expect(Self.members(try await round("/groups/delta?$select=displayName")).isEmpty)
        #expect(try await site.graph("/users/delta?$select=members", token: try token()).status == .badRequest)
    }

    @Test func `another directory's people are not in it`() async throws {
        let first = try await round(Self.users)
        try await change("UPDATE person SET displayName = 'Other' WHERE tenantID <> ?", [Site.tenantID])
        #expect(try await round(first.link).entries.isEmpty)
    }

    static let refused: [(path: String, status: Int, code: String)] = [
        ("/users/delta?$top=5", 400, "Request_UnsupportedQuery"),
        ("/users/delta?$orderby=displayName", 400, "Request_UnsupportedQuery"),
        ("/users/delta?$expand=manager", 400, "Request_UnsupportedQuery"),
        ("/users/delta?$filter=displayName eq 'a'", 400, "Request_UnsupportedQuery"),
        ("/users/delta?$select=nonsense", 400, "BadRequest"), ("/users/delta?$deltatoken=nonsense", 400, "BadRequest"),
        ("/users/delta?$skiptoken=", 400, "BadRequest"), ("/users/delta?$skiptoken=a&$deltatoken=a", 400, "BadRequest"),
    ]

    @Test(arguments: refused) func `a query is refused`(_ path: String, _ status: Int, _ code: String) async throws {
        let answer = try await site.graph(path.replacing(" ", with: "%20"), token: try token())
        #expect(try (answer.status.code, answer.object()["error"]?.object?["code"]?.string) == (status, code))
    }

    @Test func `a link is for its own list`() async throws {
        let users = try await round(Self.users).link
        let answer = try await site.graph(users.replacing("/users/", with: "/groups/"), token: try token())
        #expect(answer.status == .badRequest)
    }

    @Test func `a permission opens`() async throws {
        for (scopes, users, groups) in [
            ("User.Read", 403, 403), ("User.ReadBasic.All", 200, 403), ("GroupMember.Read.All", 403, 200),
            ("Directory.Read.All", 200, 200),
        ] {
            let token = try token(scopes)
            #expect(try await site.graph("/users/delta", token: token).status.code == users, "\(scopes)")
            #expect(try await site.graph("/groups/delta", token: token).status.code == groups, "\(scopes)")
        }
    }

    /// A clock that is moved back ends it, too: a link would otherwise be good for longer.
    @Test(arguments: [(0, 200), (7 * 86_400 - 1, 200), (7 * 86_400, 410), (-1, 410), (-30 * 86_400, 410)])
    func `a link is valid for seven days`(_ seconds: Int, _ status: Int) async throws {
        let link = try await round(Self.users).link
        site.clock.advance(by: .seconds(seconds))
        let answer = try await site.graph(link, token: try token())
        #expect(answer.status.code == status)
        guard status == 410 else { return }
        #expect(try answer.object()["error"]?.object?["code"]?.string == "syncStateNotFound")
    }
}
