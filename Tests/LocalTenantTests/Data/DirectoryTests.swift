// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import LocalTenant
@testable import TenantDirectory

@Suite struct DirectoryTests {
    private let seed: DirectorySeed.Directory

    init() throws { seed = try #require(try DirectorySeed().directories.first) }

    @Test func `the directories are of every kind, and no id or user name is there twice`() throws {
        let directories = try DirectorySeed().directories
        #expect(directories.map(\.tenant.kind) == [.organization, .organization, .consumers, .customers])
        #expect((directories[0].tenant.id, directories[2].tenant.id) == (SampleApp.homeID, Tenant.consumersID))
        let people = directories.flatMap(\.people)
        #expect(Set(people.map(\.id)).count == people.count)
        #expect(Set(people.map { $0.userPrincipalName.lowercased() }).count == people.count)
        for directory in directories {
            #expect(directory.people.allSatisfy { $0.tenantID == directory.tenant.id })
        }
    }

    @Test func `at least forty people have ids and user names of their own`() {
        let people = seed.people
        #expect(people.count >= 40)
        #expect(Set(people.map(\.id)).count == people.count)
        #expect(Set(people.map { $0.userPrincipalName.lowercased() }).count == people.count)
        #expect(people.allSatisfy { UUID(uuidString: $0.id) != nil && $0.id == $0.id.lowercased() })
        #expect(people.allSatisfy { $0.userPrincipalName.hasSuffix("@\(seed.tenant.domain)") })
        #expect(people.allSatisfy { $0.userPrincipalName.utf8.allSatisfy { $0 < 0x80 } })
        #expect(people.allSatisfy { $0.tenantID == seed.tenant.id && !$0.displayName.isEmpty })
    }

    @Test func `managers exist, and one person has none`() {
        let managers = Dictionary(uniqueKeysWithValues: seed.people.map { ($0.id, $0.managerID) })
        #expect(seed.people.filter { $0.managerID == nil }.map(\.displayName) == ["Margaret Ashdown"])
        for person in seed.people {
            var steps = 0
            var current: String? = person.id
            while let id = current, steps <= seed.people.count {
                #expect(managers.keys.contains(id))
                current = managers[id] ?? nil
                steps += 1
            }
            #expect(steps <= seed.people.count, "\(person.displayName) is above themselves")
        }
    }

    @Test func `several departments, phones, mails and offices are there, and some are missing`() {
        #expect(Set(seed.people.compactMap(\.department)).count >= 5)
        for property in ["mail", "mobilePhone", "officeLocation", "jobTitle", "preferredLanguage"] {
            #expect(seed.people.filter { $0.comparable(property) != nil }.count >= 40)
        }
        #expect(seed.people.contains { $0.mail == nil } && seed.people.contains { $0.mobilePhone == nil })
        #expect(Set(seed.people.map { min($0.businessPhones.count, 2) }) == [0, 1, 2])
    }

    @Test func `the names that break careless code are there`() {
        let names = seed.people.map(\.displayName)
        for name in [
            "Conor O'Brien", "D'Arcy Whitlock", "Niamh O’Sullivan", "Íñigo Núñez", "Tobias Weiß", "佐藤 陽子", "王 小明",
            "ليلى حداد", "Ελένη Παπαδοπούλου", "İpek Işık", "Mei-Ling Chan", "Rupert de la Mare",
        ] { #expect(names.contains(name)) }
        #expect(seed.people.contains { $0.givenName?.count == 1 })
        #expect(names.contains { $0.count > 60 })
        #expect(Dictionary(grouping: names, by: { $0 }).values.contains { $0.count == 2 })
        let lengths = seed.people.compactMap(\.givenName).filter { $0 == "José" }.map { Array($0.utf8).count }
        #expect(Set(lengths) == [5, 6])
    }

    @Test func `the password is kept as a hash that tells its cost`() throws {
        #expect(seed.tenant.passwordHash.hasPrefix("$scrypt$ln=10,r=8,p=1$"))
        let hash = try #require(PasswordHash(seed.tenant.passwordHash))
        #expect(hash.accepts(IdentityPlatform.samplePassword) && !hash.accepts("watchwords"))
        #expect(!hash.accepts(""))
    }

    static let noHashes = [
        "", "watchword", "$scrypt$", "$scrypt$ln=14,r=8,p=1$AAAA", "$scrypt$ln=21,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=0,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=4,r=8,p=1$AAAA$AAAA",
        "$argon2id$ln=4,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=4,r=33,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
    ]

    @Test(arguments: noHashes) func `rejects malformed hashes`(_ text: String) { #expect(PasswordHash(text) == nil) }

    /// RFC 7914 §12, the third vector.
    @Test func `a published vector holds`() throws {
        let hash = try #require(
            PasswordHash(
                "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRd"
                    + "ofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw"))
        #expect(hash.accepts("pleaseletmein") && !hash.accepts("pleaseletmeout"))
    }
}
