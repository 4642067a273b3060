// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import SQLiteRecords
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantGraph

@Suite struct PeopleQueryTests {
    private let database: TenantDatabase
    private let people: [DirectoryPerson]

    init() throws {
        let database = try TenantDatabase(folder: nil)
        self.database = database
        people = try database.writeNow { connection in
            for person in Self.strangers { try person.insert(connection) }
            return try DirectoryPerson.filter(Column("tenantID") == Site.tenantID).fetchAll(connection)
        }
    }

    private static let strangers = [
        "", "Éva", "e\u{301}va", "ÉVA ßtein", "Z\u{FFFF}", "\u{D7FF}", "𐐀 x", "a", "A b", "x\u{10FFFF}",
    ]
    .enumerated().map { number, name in
        var person = DirectoryPerson(
            id: "aaaaaaaa-0000-4000-8000-00000000000\(number)", tenantID: Site.tenantID, displayName: name,
            userPrincipalName: "stranger\(number)@\(Site.domain)")
        person.surname = name
        person.jobTitle = number % 2 == 0 ? nil : name
        person.accountEnabled = number % 3 > 0
        return person
    }

    private func read(_ query: PeopleQuery, limit: Int) throws -> (people: [DirectoryPerson], sizes: [Int]) {
        try database.readNow { connection in
            var (people, sizes, position) = ([DirectoryPerson](), [Int](), PeoplePosition?.none)
            repeat {
                let page = try #require(try query.page(after: position, limit: limit, in: connection))
                people += page.people
                sizes.append(page.people.count)
                position = page.next
            } while position != nil && sizes.count < 1_000
            #expect(try query.count(in: connection) == people.count)
            return (people, sizes)
        }
    }

    @Test(arguments: 0..<20) func `the index finds what a comparison in memory finds`(_ seed: UInt64) throws {
        var conditions = ConditionGenerator(seed: seed, people: people)
        for _ in 0..<100 {
            let condition = conditions.next()
            let expected = people.filter { condition.matches($0) }
            let limit = [1, 3, 10, 999].randomElement(using: &conditions.random) ?? 1
            let order =
                [[], [PeopleOrder(.displayName)], [PeopleOrder(.userPrincipalName, isDescending: true)]]
                .randomElement(using: &conditions.random) ?? []
            let found = try read(PeopleQuery(Site.tenantID, condition: condition, order: order), limit: limit)
            try #require(found.people.map(\.id).sorted() == expected.map(\.id).sorted(), "\(condition)")
            #expect(found.sizes.dropLast().allSatisfy { $0 == limit })
            if order.first?.key == .userPrincipalName {
                let names = found.people.map { $0.userPrincipalName.lowercased().replacing("@", with: " ") }
                #expect(names == names.sorted(by: >))
            }
        }
    }

    @Test(arguments: [
        ("businessPhones", "{}"), ("businessPhones", "\"1\""), ("businessPhones", "[\"1\", 2]"),
        ("businessPhones", "[\"1\""),
        ("additionalClaims", "[]"), ("additionalClaims", "null"), ("additionalClaims", "{\"a\":1,\"a\":2}"),
    ]) func `a damaged value is refused, not dropped`(_ column: String, _ value: String) throws {
        let id = try #require(people.first).id
        try database.writeNow { connection in
            try connection.execute("UPDATE person SET \(Column(column)) = \(value) WHERE id = \(id)")
        }
        #expect(throws: (any Error).self) {
            try database.readNow { try DirectoryPerson.filter(Column("id") == id).fetchAll($0) }
        }
    }

    @Test func `strangers' conditions push no statement out that is used again`() throws {
        var generator = ConditionGenerator(seed: 1, people: people)
        let conditions = (0..<1_000).map { _ in generator.next() }
        try database.readNow { connection in
            connection.statements.removeAll()
            let kept: SQL = "SELECT 'used again'"
            #expect(try String.fetchOne(connection, kept) == "used again")
            for (number, condition) in conditions.enumerated() {
                let order = [[], [PeopleOrder(.displayName)], [PeopleOrder(.userPrincipalName)]][number % 3]
                let query = PeopleQuery(Site.tenantID, condition: condition, order: order)
                let page = try query.page(limit: 1, in: connection)
                if let next = page?.next { _ = try query.page(after: next, limit: 1, in: connection) }
                _ = try query.count(in: connection)
            }
            for size in 1...200 {
                _ = try DirectoryPerson.filter((0..<size).map(String.init).contains(Column("id"))).fetchAll(connection)
            }
            // Those for the first page of a prefix are used again: with an upper bound, or without one.
            let limit = 20 + 2 * PeopleIndex.indexColumns.count
            #expect(connection.statements.count < limit, "\(connection.statements.count) statements are kept")
            #expect(connection.statements.take(kept.text) != nil)
        }
    }

    private static let startsWithA = PeopleCondition.property("givenName", .startsWith, "a")

    /// Lists whose page is read on the caller's thread, and their neighbors, which may read much more than they show.
    static let runs: [(PeopleQuery.Scope, PeopleCondition?, [PeopleOrder], limit: Int, isRun: Bool)] = [
        (.directory, startsWithA, [], 25, true),
        (.directory, startsWithA, [], 26, false),
        (.directory, .property("mail", .endsWith, "a"), [], 10, true),
        (.directory, .not(.property("givenName", .atLeast, "a")), [], 10, false),
        (.directory, .property("displayName", .hasWords, "a"), [], 10, false),
        (.directory, .any([startsWithA, .property("surname", .startsWith, "a")]), [], 10, false),
        (.directory, .all([startsWithA, .property("surname", .startsWith, "a")]), [], 10, false),
        (.directory, startsWithA, [PeopleOrder(.displayName)], 10, false),
        (.directory, nil, [], 25, true),
        (.directory, nil, [PeopleOrder(.userPrincipalName)], 10, true),
        (.directory, nil, [PeopleOrder(.displayName, isDescending: true)], 10, false),
        (.directory, nil, [PeopleOrder(.displayName), PeopleOrder(.userPrincipalName)], 10, false),
        (.members(of: "g"), nil, [], 10, false),
        (.reports(of: "p"), startsWithA, [], 10, false),
    ]

    @Test(arguments: runs.indices) func `only a few rows side by side are read without another thread`(_ row: Int) {
        let (scope, condition, order, limit, isRun) = Self.runs[row]
        let query = PeopleQuery(Site.tenantID, scope: scope, condition: condition, order: order)
        #expect(query.isRun(after: nil, limit: limit) == isRun)
        #expect(!query.isRun(after: PeoplePosition(values: ["a"], number: 1), limit: limit))
    }

    @Test(arguments: [
        ("$filter=startswith(givenName,'a')", true), ("$filter=startswith(givenName,'a') and surname eq 'b'", false),
        ("$filter=givenName eq 'a'", true), ("$search=\"displayName:a\"", false),
    ]) func `a query of one condition is no combination`(_ text: String, _ isRun: Bool) throws {
        let encoded = try #require(text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
        let query = try UserQuery(try #require(FormParameters(encoded: encoded)), isEventual: true)
        #expect(query.people(of: Site.tenantID, in: .directory).isRun(after: nil, limit: 10) == isRun)
    }

    @Test(arguments: [
        nil, startsWithA, .property("displayName", .hasWords, "a"), .not(startsWithA), .any([startsWithA]),
    ]) func `an empty directory and an empty page return no user`(_ condition: PeopleCondition?) throws {
        try database.readNow { connection in
            let empty = PeopleQuery("00000000-0000-4000-8000-000000000000", condition: condition)
            #expect(try empty.count(in: connection) == 0)
            let pages = [
                try empty.page(limit: 10, in: connection),
                try PeopleQuery(Site.tenantID, condition: condition).page(limit: 0, in: connection),
            ]
            for page in pages {
                let page = try #require(page)
                #expect(page.people.isEmpty && page.next == nil)
            }
        }
    }

    @Test func `reports and members are found by the same conditions`() throws {
        let condition = PeopleCondition.not(.property("givenName", .atLeast, "m"))
        let managers = Set(people.compactMap(\.managerID))
        #expect(managers.count > 3)
        for manager in managers {
            let query = PeopleQuery(Site.tenantID, scope: .reports(of: manager), condition: condition)
            let expected = people.filter { $0.managerID == manager && condition.matches($0) }.map(\.id)
            #expect(try read(query, limit: 2).people.map(\.id).sorted() == expected.sorted())
        }
        let group = try #require(try database.readNow { try DirectoryGroup.fetchOne($0, key: Site.engineering) })
        let members = try read(PeopleQuery(Site.tenantID, scope: .members(of: group.id)), limit: 3).people
        #expect(members.map(\.id).sorted() == group.memberIDs.sorted())
    }

    @Test func `a list without an order is alphabetical`() throws {
        let names = try read(PeopleQuery(Site.tenantID), limit: 7).people.map(\.displayName)
        #expect(names.count == people.count)
        let place = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        // A letter with a mark stands beside the letter without it.
        let order = ["a", "A b", "Adaeze Okonkwo", "Éva", "Fionnuala Byrne", "Zoë van den Berg"].compactMap {
            place[$0]
        }
        #expect(order == order.sorted() && order.count >= 5)
    }
}

/// Makes conditions from the values of people, so that many of them find someone.
private struct ConditionGenerator {
    var random: SplitMix64
    private let people: [DirectoryPerson]

    init(seed: UInt64, people: [DirectoryPerson]) { (random, self.people) = (SplitMix64(seed: seed), people) }

    mutating func next(depth: Int = 0) -> PeopleCondition {
        switch Int.random(in: 0..<(depth < 3 ? 10 : 5), using: &random) {
        case 0..<5: return leaf()
        case 5: return .not(next(depth: depth + 1))
        case 6, 7: return .all(list(depth))
        default: return .any(list(depth))
        }
    }

    private mutating func list(_ depth: Int) -> [PeopleCondition] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in next(depth: depth + 1) }
    }

    private static let properties =
        PeopleIndex.indexColumns.map(\.name)
        .filter { !$0.hasPrefix("sort") && !$0.hasPrefix("reversed") } + ["city", "state"]

    private mutating func leaf() -> PeopleCondition {
        let property = Self.properties.randomElement(using: &random) ?? "id"
        let person = people.randomElement(using: &random) ?? people[0]
        let value = person.comparable(property).map(FoldedText.comparable) ?? "x"
        if property == "displayName", Bool.random(using: &random) {
            let words = person.displayName.split(separator: " ").map {
                $0.prefix(Int.random(in: 1...4, using: &random))
            }
            return .property(property, .hasWords, words.shuffled(using: &random).joined(separator: "-"))
        }
        let part = String(value.prefix(Int.random(in: 0...6, using: &random)))
        let text = Bool.random(using: &random) ? value.uppercased() : part
        if ["mail", "userPrincipalName"].contains(property), Bool.random(using: &random) {
            return .property(property, .endsWith, String(value.suffix(Int.random(in: 1...30, using: &random))))
        }
        let comparison =
            [PeopleCondition.Comparison.equals, .atLeast, .atMost, .startsWith, .startsWith]
            .randomElement(using: &random) ?? .equals
        return .property(property, comparison, text)
    }
}
