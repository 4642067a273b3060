// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PeopleIndexTests: SiteSuite {
    let site: Site

    private func names(_ query: FormParameters) async throws -> [String] {
        let answer = try await site.graph(
            "/users?\(query.encoded)", token: try await site.graphToken(), isEventual: true)
        try #require(answer.status == .ok, "\(answer.text)")
        return try answer.object()["value"]?.array?.compactMap { $0.object?["displayName"]?.string } ?? []
    }

    @Test func `a change, a new person and a removal are found at once`() async throws {
        let conor = "\(Site.people)/conor.obrien@\(Site.domain)"
        #expect(try await site.administer(.patch, conor, #"{"displayName":"Quirin Zoller"}"#).status == .ok)
        #expect(try await names(["$search": #""displayName:zoll""#]) == ["Quirin Zoller"])
        #expect(try await names(["$filter": "startswith(displayName,'QUIR')"]) == ["Quirin Zoller"])
        #expect(try await names(["$search": #""displayName:brien""#]).isEmpty)
        let new = #"{"displayName":"Zoller Ada","userPrincipalName":"ada.zoller@\#(Site.domain)"}"#
        #expect(try await site.administer(.post, Site.people, new).status == .created)
        #expect(try await names(["$search": #""displayName:zoll""#]).count == 2)
        #expect(try await site.administer(.delete, conor).status == .noContent)
        #expect(try await names(["$search": #""displayName:zoll""#]) == ["Zoller Ada"])
        let count = try await site.graph("/users/$count", token: try await site.graphToken(), isEventual: true)
        #expect(count.text == "48")
    }

    @Test func `a search in one directory finds no user of another`() async throws {
        let directory = #"{"displayName":"Other","domain":"other.example","password":"watchword"}"#
        #expect(try await site.administer(.post, "/directories", directory).status == .created)
        let conor = #"{"displayName":"Conor Else","givenName":"Conor","userPrincipalName":"conor@other.example"}"#
        #expect(try await site.administer(.post, "/directories/other.example/people", conor).status == .created)
        for query: FormParameters in [
            ["$search": #""displayName:conor""#], ["$filter": "startswith(givenName,'conor')"],
            ["$filter": "startswith(givenName,'conor')", "$orderby": "displayName", "$count": "true"],
        ] { #expect(try await names(query) == ["Conor O'Brien"]) }
    }

    @Test func `no user is skipped or repeated if another is deleted between two pages`() async throws {
        let token = try await site.graphToken()
        for query in ["$top=20", "$top=20&$filter=surname%20ge%20'a'", "$top=20&$orderby=userPrincipalName%20desc"] {
            let site = try Site()
            let first = try await site.graph("/users?\(query)", token: token).object()
            let people = first["value"]?.array?.compactMap { $0.object?["userPrincipalName"]?.string } ?? []
            #expect(try await site.administer(.delete, "\(Site.people)/\(people[3])").status == .noContent)
            var (rest, link) = ([String](), first["@odata.nextLink"]?.string)
            while let path = link?.dropFirst("http://127.0.0.1:4400/v1.0".count) {
                let page = try await site.graph(String(path), token: token).object()
                rest += page["value"]?.array?.compactMap { $0.object?["userPrincipalName"]?.string } ?? []
                link = page["@odata.nextLink"]?.string
            }
            #expect(Set(people + rest).count == 48 && people.count + rest.count == 48, "\(query)")
        }
    }

    @Test func `sample people by number are found, and are there once`() async throws {
        let platform = site.platform
        #expect(try await platform.addSamplePeople(upTo: 300) { _ in } == 300)
        #expect(try await platform.addSamplePeople(upTo: 300) { _ in } == 0)
        #expect(try await platform.addSamplePeople(upTo: 2_500) { _ in } == 2_200)
        #expect(try await platform.addSamplePeople(upTo: 10) { _ in } == 0)
        let count = try await site.graph("/users/$count", token: try await site.graphToken(), isEventual: true)
        #expect(count.text == "2548")
        let samples = SamplePeople(of: try DirectorySeed().directories[0])
        for number in [0, 7, 299, 300, 2_400, 2_499] {
            let person = samples.person(number)
            #expect(try await platform.context.database.person(person.userPrincipalName) == person)
            let text = person.displayName.replacing("'", with: "''")
            #expect(
                try await names(["$filter": "displayName eq '\(text)'", "$top": "999"]).contains(person.displayName))
        }
        // A reset brings them back.
        #expect(try await site.administer(.post, "/reset", "{}").status == .noContent)
        #expect(try await platform.context.database.count(of: PeopleQuery(Site.tenantID)) == 2_548)
    }

    @Test func `the people of an older tenant come into the index`() throws {
        let queue = try DatabasePool()
        let migrations = TenantSchema.migrator.migrations
        let index = try #require(migrations.firstIndex(of: "people 1 index of people"))
        try TenantSchema.migrator.migrate(queue, upTo: migrations[index - 1])
        try queue.writeNow { database in
            try database.execute(
                sql: """
                    INSERT INTO tenant (id, displayName, domain, passwordHash) VALUES ('t', 'T', 't.example', '');
                    INSERT INTO person (id, tenantID, userPrincipalName, displayName, businessPhones)
                    VALUES ('p', 't', 'p@t.example', 'Éva Old', '[]')
                    """)
        }
        try TenantSchema.migrator.migrate(queue)
        let query = PeopleQuery("t", condition: .property("displayName", .hasWords, "éV"))
        #expect(try queue.readNow { try query.page(limit: 5, in: $0)?.people.map(\.displayName) } == ["Éva Old"])
    }

    @Test func `people who cannot be added do not change the tenant`() async throws {
        let platform = site.platform
        #expect(try await platform.addSamplePeople(upTo: 5) { _ in } == 5)
        let person = SamplePeople(of: try DirectorySeed().directories[0]).person(5)
        let new = #"{"displayName":"Zoller","userPrincipalName":"\#(person.userPrincipalName)"}"#
        #expect(try await site.administer(.post, Site.people, new).status == .created)
        await #expect(throws: DatabaseError.self) { try await platform.addSamplePeople(upTo: 20_000) { _ in } }
        #expect(try await platform.context.database.count(of: PeopleQuery(Site.tenantID)) == 54)
        #expect(try await names(["$search": #""displayName:zoll""#]) == ["Zoller"])
    }
}
