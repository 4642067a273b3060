// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Sample people by number, the same in every tenant, with names and jobs of the sample company in other combinations.
package struct SamplePeople: Sendable {
    package static let limit = 10_000_000

    private let people: [DirectoryPerson]
    private let givenNames: [String]
    private let surnames: [String]
    private let givenParts: [String]
    private let surnameParts: [String]

    init(of directory: DirectorySeed.Directory) {
        people = directory.people
        givenNames = Self.distinct(people.compactMap(\.givenName))
        surnames = Self.distinct(people.compactMap(\.surname))
        (givenParts, surnameParts) = (givenNames.map(Self.ascii), surnames.map(Self.ascii))
    }

    static func number(after id: String) -> Int { (Int(id.suffix(12), radix: 16) ?? 0) + 1 }

    private static func distinct(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func person(_ number: Int) -> DirectoryPerson {
        // Each family name meets each given name before a second family name distinguishes people.
        let (round, given) = (number / givenNames.count, number % givenNames.count)
        let (first, second) = ((given * 11 + round) % surnames.count, round / surnames.count % surnames.count)
        let names = second == 0 || first == second ? [surnames[first]] : [surnames[first], surnames[second]]
        let job = people[number % people.count]
        let username = "\(givenParts[given]).\(surnameParts[first]).\(number)"
        let domain = people[0].userPrincipalName.drop { $0 != "@" }
        var person = DirectoryPerson(
            id: Self.id(number), tenantID: people[0].tenantID,
            displayName: ([givenNames[given]] + names).joined(separator: " "), userPrincipalName: username + domain)
        (person.givenName, person.surname) = (givenNames[given], names.joined(separator: " "))
        person.mail = number % 50 == 0 ? nil : person.userPrincipalName
        (person.jobTitle, person.department) = (job.jobTitle, job.department)
        (person.officeLocation, person.preferredLanguage) = (job.officeLocation, job.preferredLanguage)
        // Ofcom reserves these numbers for fiction.
        person.mobilePhone = "+44 7700 \(900_000 + number % 1_000)"
        person.managerID = number < 8 ? nil : Self.id(number / 8)
        return person
    }

    /// Rises with the number, so that SQLite appends it to its index.
    private static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "5a3b1e00-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private static func ascii(_ name: String) -> String {
        let letters = FoldedText.sortable(FoldedText.comparable(name)).filter { $0.isASCII && $0.isLetter }
        return letters.isEmpty ? "person" : letters
    }

    private static let state = "sample people"

    /// Adds people up to `count`, again after a reset; returns how many, or `nil` without the sample company.
    static func add(
        upTo count: Int, in database: Database, progress: (_ finished: Double) -> Void = { _ in }
    ) throws -> Int? {
        let company = try DirectorySeed().directories[0]
        guard try company.tenant.exists(database) else { return nil }
        let samples = SamplePeople(of: company)
        let numbered = Column("id") >= samples.person(0).id && Column("id") < samples.person(count).id
        let last = try DirectoryPerson.filter(numbered).select("max(id)" as SQL, as: String.self).fetchOne(database)
        let there = last.map(number(after:)) ?? 0
        guard there < count else { return 0 }
        try PeopleIndex.add(
            there..<count, to: company.tenant.id, in: database, person: samples.person, progress: progress)
        try TenantDatabase.keep(count, as: state, in: database)
        return count - there
    }

    static func restore(in database: Database) throws {
        if let count: Int = try TenantDatabase.state(state, in: database) { _ = try add(upTo: count, in: database) }
    }
}

extension IdentityPlatform {
    package func addSamplePeople(
        upTo count: Int, progress: @escaping @Sendable (_ finished: Double) -> Void
    ) async throws -> Int? {
        try await context.database.write {
            try SamplePeople.add(upTo: count, in: $0, progress: progress)
        }
    }
}
