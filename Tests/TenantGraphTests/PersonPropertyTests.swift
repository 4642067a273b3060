// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PersonPropertyTests {
    private let ana = DirectoryPerson(
        id: "p", tenantID: "t", displayName: "Ana Silva", userPrincipalName: "ana@t.example")

    /// The lines of ``DirectoryPerson/added``, and a name that Graph does not have.
    static let added = ["shoeSize"] + DirectoryPerson.added.map(\.name)

    @Test(arguments: added)
    func `a line is a member of documents, a column, and a property of Graph`(_ name: String) throws {
        let property = PersonProperty.text(name, .standard)
        var (person, object) = (ana, DocumentObject([name: "Łódź"]))
        let member = try #require(property.member)
        member.read(&person, &object)
        try object.finish()
        #expect(person.otherTexts == [name: "Łódź"] && person != ana)
        var members = DocumentMembers(for: .file)
        member.write(person, &members)
        #expect(members.object == .object([name: "Łódź"]))
        #expect(property.value(person).text == "\"Łódź\"" && property.value(ana).text == "null")
        #expect(property.column?.text(person) == "Łódź" && property.column?.name == name)
        #expect(
            property.indexedText(of: person) == "Łódź"
                && property.indexColumns.map(\.index) == ["personSearchBy_\(name)"])
    }

    @Test func `a migration adds the column of a property to people, their index and their changes`() throws {
        let queue = try DatabasePool()
        try TenantSchema.migrator.migrate(queue)
        try queue.writeNow { database in
            try database.execute(
                sql: "INSERT INTO tenant (id, displayName, domain, passwordHash) VALUES ('t', 'T', 't.example', '')")
            try ana.insert(database)
            for _ in 0..<2 { try TenantSchema.add(.text("shoeSize"), in: database) }
            for table in ["person", "personSearch"] { #expect(try database.hasColumn("shoeSize", in: table)) }
            #expect(try DirectoryPerson.fetchOne(database, key: "p") == ana)
            try database.execute(sql: "UPDATE person SET displayName = 'Ana'")
            #expect(try DirectoryChange.all(of: .user, in: "t", after: 0, limit: 9, database).map(\.objectID) == ["p"])
        }
    }

    @Test func `a person with a value of each property is read as it was written`() throws {
        let database = try TenantDatabase(folder: nil)
        var person = DirectoryPerson(
            id: "p", tenantID: Site.tenantID, displayName: "Ana", userPrincipalName: "ana@t.example")
        let texts: [WritableKeyPath<DirectoryPerson, String?>] = [
            \.givenName, \.surname, \.mail, \.jobTitle, \.department, \.officeLocation, \.mobilePhone,
            \.preferredLanguage, \.managerID, \.secondFactorPhone, \.passwordHash, \.usageLocation,
        ]
        for (number, path) in texts.enumerated() { person[keyPath: path] = "text \(number)" }
        (person.businessPhones, person.additionalClaims) = (["1", "2"], ["a": ["b", 1]])
        (person.directoryRole, person.userType, person.accountEnabled) = (.globalAdministrator, .guest, false)
        (person.forceChangePasswordNextSignIn, person.failedAttempts, person.lockedUntil) = (true, 7, Site.start)
        (person.signInSessionsValidFrom, person.lastPasswordChangeDateTime) = (Site.start, Site.start)
        let (written, changed) = try database.writeNow { [person] database in
            try person.insert(database)
            let written = try DirectoryPerson.fetchOne(database, key: "p")
            try person.updateChanges(database, from: person)
            var (other, emptied) = (person, person)
            (emptied.givenName, emptied.businessPhones, emptied.lockedUntil) = (nil, [], nil)
            #expect(try other.updateChanges(database) { $0 = emptied })
            return (written, try DirectoryPerson.fetchOne(database, key: "p") == emptied)
        }
        #expect(written == person && changed)
    }
}
