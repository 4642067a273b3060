// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import SQLiteRecords
import SignInTesting

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory

@Suite struct DirectoryJourneyTests {
    let tenant: TestTenant
    let graph: GraphClient

    init() async throws {
        tenant = try await withTenant { $0 }
        graph = try await tenant.graphClient(scopes: Self.scopes)
    }

    private static let scopes = "User.Read.All GroupMember.Read.All"

    private func change(_ tenant: TestTenant, _ sql: String, _ arguments: StatementArguments) async throws {
        try await tenant.platform.context.database.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    @Test func `people are searched, counted and expanded`() async throws {
        #expect(try await graph.people(searching: "o'brien").all().map(\.displayName) == ["Conor O'Brien"])
        _ = try await graph.people(searching: #"a\"#).all()
        for text in [#"" OR "displayName:a"#, "x:y"] {
            #expect(try await graph.people(searching: text).all().isEmpty, "\(text)")
        }
        #expect(try await graph.count("/users") == 48)
        let filter: ODataExpression = "startswith(displayName,\("Ana"))"
        let number = try await graph.count("/users", GraphQuery(filter: filter))
        var pages = graph.pages("/users", GraphQuery(filter: filter, top: 1, counts: true), of: Person.self)
            .makeAsyncIterator()
        #expect(try await pages.next()?.count == 1 && pages.count == number && number > 1)
        let ana = try await graph.person(tenant.person.id, expanding: .manager)
        #expect(ana.manager?.displayName == "Tobias Weiß" && ana.directReports == nil)
        let reports = try await graph.person(#require(ana.manager?.id), expanding: .directReports).directReports
        #expect(reports?.contains { $0.id == tenant.person.id } == true)
    }

    @Test func `groups have members, and members have groups`() async throws {
        let groups = try await graph.groups().all()
        let engineering = try #require(groups.first { $0.displayName == "Engineering" })
        #expect(try await graph.members(ofGroup: engineering.id).all().contains { $0.id == tenant.person.id })
        let own = try await graph.groups(of: tenant.person.id).all()
        #expect(own.contains { $0.id == engineering.id && !$0.isRole })
        let again: GraphGroup = try await graph.get("/groups/\(engineering.id)")
        #expect(again.displayName == "Engineering")
        let poor = try await tenant.graphClient(scopes: "User.Read")
        let error = await #expect(throws: GraphError.self) { try await poor.groups().all() }
        #expect(error?.missingPermission == .groupMemberReadAll)
    }

    @Test func `a storm in the middle of a list costs no person`() async throws {
        _ = try await tenant.inject(
            FaultRule(.failure(.tooManyRequests, retryAfter: 5), at: .graph, after: 2, next: 3))
        var pages = graph.allPeople(pageSize: 10).makeAsyncIterator()
        var (people, waits): ([String], [Duration?]) = ([], [])
        while pages.hasMore {
            do {
                people += try await pages.next()?.map(\.id) ?? []
            } catch let error as GraphError {
                waits.append(error.retryAfter)
            }
        }
        #expect(Set(people).count == 48 && people.count == 48)
        #expect(waits == [.seconds(5), .seconds(5), .seconds(5)])
    }

    @Test func `parts of a batch that the tenant puts off are sent again`() async throws {
        let report = try await tenant.inject(
            FaultRule(.failure(.tooManyRequests, retryAfter: 5), at: .graph, after: 1, next: 3))
        var batch = GraphBatch()
        let me = try batch.get("/me", GraphQuery(select: ["id", "displayName"]))
        let manager = try batch.get("/me/manager", after: me)
        let photo = try batch.get("/me/photo/$value", after: manager)
        let nobody = try batch.get("/users/\("nobody@aldervale.example")", after: photo)
        let results = try await graph.send(batch)
        #expect(try results.value(of: me, as: Person.self).displayName == "Ana Silva")
        #expect(try results.value(of: manager, as: Person.self).displayName == "Tobias Weiß")
        #expect(try (results.photo(of: photo)?.format, results.error(of: nobody)?.status) == (.png, 404))
        #expect(try await tenant.faults().first { $0.id == report.id }?.hits == 3)
    }

    @Test func `returns changes unmodified, and reports an outdated delta token`() async throws {
        var known: [String: Person] = [:]
        func round(_ token: GraphDeltaToken?) async throws -> GraphDeltaToken? {
            var end: GraphDeltaToken?
            for try await page in graph.peopleChanges(since: token) {
                for change in page.changes {
                    switch change {
                    case .present(let person): known[person.id] = person
                    case .removed(let id, let isForGood):
                        #expect(isForGood)
                        known[id] = nil
                    }
                }
                end = page.token
            }
            return end
        }
        let first = try await round(nil)
        #expect(known.count == 48)
        let leaver = try #require(known.values.first { $0.displayName == "Conor O'Brien" })
        try await change(tenant, "DELETE FROM person WHERE id = ?", [leaver.id])
        try await change(tenant, "UPDATE person SET jobTitle = 'Boss' WHERE id = ?", [tenant.person.id])
        let second = try await round(first)
        #expect(known.count == 47 && known[leaver.id] == nil && known[tenant.person.id]?.jobTitle == "Boss")
        let groups = try await graph.groupChanges().reduce(into: []) { $0 += $1.changes }
        #expect(groups.count == 3)
        tenant.clock.advance(by: .seconds(7 * 86_400))
        let error = await #expect(throws: GraphError.self) { try await round(second) }
        #expect(error?.mustReadAgain == true)
    }
}
