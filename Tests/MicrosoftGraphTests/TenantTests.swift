// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import SQLiteRecords
import SignInTesting

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory

@Suite struct TenantTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private func client(
        of tenant: TestTenant, as id: String? = nil, at tenantID: String? = nil, scopes: String
    ) async throws -> GraphClient { try await tenant.graphClient(as: id, at: tenantID, scopes: scopes) }

    /// The search text, and the people found.
    static let searches = [
        ("conor", "conor.obrien"), ("O'Brien", "conor.obrien"), ("Conor O'B", "conor.obrien"),
        ("CONOR.OBRIEN@ALDERVALE", "conor.obrien"), ("陽", "yoko.sato"), ("  tanaka ", "o.tanaka"),
    ]

    @Test(arguments: searches) func `people are found by any name`(_ typed: String, _ expected: String) async throws {
        let client = try await client(of: tenant, scopes: "offline_access User.ReadBasic.All")
        let found = try await client.people(matching: typed).all()
        #expect(found.compactMap(\.userPrincipalName) == ["\(expected)@aldervale.example"])
    }

    @Test func `lists all users by name, page by page`() async throws {
        let client = try await client(of: tenant, scopes: "User.ReadBasic.All")
        let found = try await client.people(matching: "", pageSize: 20).all()
        #expect((found.count, found.first?.displayName) == (48, "Adaeze Okonkwo"))
        #expect(try await client.people(matching: "x') or startswith(givenName,'A").all() == [])
    }

    @Test func `a person has manager, reports and photo`() async throws {
        let client = try await client(of: tenant, scopes: "User.Read.All")
        let ana = try await client.me()
        #expect(ana.department != nil)
        let manager = try #require(try await client.manager(of: ana.id))
        #expect(manager.displayName == "Tobias Weiß")
        let name = try #require(manager.userPrincipalName)
        #expect(try await client.directReports(of: name).all().map(\.id).contains(ana.id))
        #expect(try await client.manager(of: "margaret.ashdown@aldervale.example") == nil)
        let photo = try #require(try await client.photo(of: ana.id, size: .pixels96))
        #expect(photo.format == .png)
        #expect(try await client.photo(of: "orla.kavanagh@aldervale.example") == nil)
    }

    @Test func `with one's own profile alone, the missing permission is named`() async throws {
        let client = try await client(of: tenant, scopes: "openid offline_access User.Read")
        #expect(try await client.me().id == tenant.person.id)
        #expect(try await client.manager(of: tenant.person.id)?.displayName == "Tobias Weiß")
        let other = tenant.otherPerson.id
        let search = await #expect(throws: GraphError.self) { try await client.people(matching: "a").all() }
        #expect(search?.missingPermission == .userReadBasicAll)
        let person = await #expect(throws: GraphError.self) { try await client.person(other) }
        #expect(person?.missingPermission == .userReadBasicAll)
        let manager = await #expect(throws: GraphError.self) { try await client.manager(of: other) }
        #expect(manager?.missingPermission == .userReadAll)
    }

    @Test func `a personal account gets an error because it has no directory`() async throws {
        let noor = try #require(try await tenant.platform.context.database.people(of: Tenant.consumersID).first)
        let client = try await client(
            of: tenant, as: noor.id, at: Tenant.consumersID, scopes: "User.Read User.ReadBasic.All")
        #expect(try await client.me().id == noor.id)
        let search = await #expect(throws: GraphError.self) { try await client.people(matching: "a").all() }
        #expect(search?.accountHasNoDirectory == true)
        let manager = await #expect(throws: GraphError.self) { try await client.manager(of: noor.id) }
        #expect(manager?.accountHasNoDirectory == true)
    }

    @Test func `a user name with a dollar sign is found`() async throws {
        let name = "$o'hara#x@aldervale.example"
        let home = try await tenant.platform.context.tenant().id
        let person = DirectoryPerson(
            id: "77777777-5555-4666-8777-888888888888", tenantID: home, displayName: "Dollar", givenName: nil,
            surname: nil, userPrincipalName: name, mail: nil, jobTitle: nil, department: nil, officeLocation: nil,
            mobilePhone: nil, businessPhones: [], preferredLanguage: nil, managerID: tenant.person.id)
        try await tenant.platform.context.database.write { try person.insert($0) }
        let client = try await client(of: tenant, scopes: "Directory.Read.All")
        #expect(try await client.person(name).id == person.id)
        #expect(try await client.manager(of: name)?.id == tenant.person.id)
    }
}
