// SPDX-License-Identifier: Apache-2.0
import Synchronization

@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

/// A tenant file of megabytes, whose people are read one after the other.
@Suite struct LargeTenantFileTests {
    private static let count = 800

    /// A file whose people have long numbers, each but the first with a manager who comes later in the file.
    private func file(manager fixed: String? = nil, _ person: (Int) -> String = { _ in "" }) -> Data {
        let phone = String(repeating: "5550100-", count: 180)
        let people = (0..<Self.count).map { number in
            let manager = fixed ?? (number == 0 ? "" : #", "manager": "p\#(Self.count - number)@heron.example""#)
            return """
                {"displayName": "Person \(number)", "userPrincipalName": "p\(number)@heron.example",
                 "businessPhones": ["\(phone)"], "passwordProfile": {"password": "watchword"}\(manager)\(person(number))}
                """
        }
        let directory = #""displayName": "Heron Works", "domain": "heron.example""#
        return Data(
            #"{"version": 1, "directories": [{\#(directory), "people": [\#(people.joined(separator: ","))]}]}"#.utf8)
    }

    @Test func `all people are read, the progress is shown, and a reset brings them back`() async throws {
        let platform = try IdentityPlatform.plain()
        let progress = Mutex<[Double]>([])
        let report = try await platform.content.take(file()) { finished in progress.withLock { $0.append(finished) } }
        #expect(report.counts["person"]?.added == Self.count)
        let seen = progress.withLock { $0 }
        #expect(seen.count >= 3 && seen == seen.sorted() && seen.allSatisfy { (0...1).contains($0) })
        let people = try await platform.people()
        let named = Dictionary(uniqueKeysWithValues: people.map { ($0.userPrincipalName, $0) })
        #expect(people.count == Self.count)
        #expect(named["p7@heron.example"]?.managerID == named["p\(Self.count - 7)@heron.example"]?.id)
        #expect(Set(people.map(\.passwordHash)).count == 1, "a shared password is hashed once")
        #expect(people.first?.passwordHash?.isEmpty == false)
        let exported = try await platform.content.file()
        #expect(exported.count > 1 << 20, "more than one piece")
        try await platform.context.database.write { database in
            try database.execute(sql: "DELETE FROM person WHERE displayName LIKE 'Person 1%'")
        }
        try await platform.content.reset()
        #expect(try await platform.content.file() == exported)
        let second = try IdentityPlatform.plain()
        _ = try await second.content.take(exported)
        #expect(try await second.content.file() == exported)
    }

    @Test func `a person in the middle can have an error, and nothing is kept`() async throws {
        let platform = try IdentityPlatform.plain()
        let error = await #expect(throws: TenantFileError.self) {
            try await platform.content.take(file { $0 == 500 ? #", "userType": "robot""# : "" })
        }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.hasPrefix("/directories/0/people/500/userType: This must be one of") == true)
        #expect(try await platform.context.database.tenants().isEmpty)
    }

    @Test func `where all people have the same error, the first hundred are named`() async throws {
        let error = await #expect(throws: TenantFileError.self) {
            try await IdentityPlatform.plain().content.take(file { _ in #", "nickname": "x""# })
        }
        #expect(error?.problems.count == 100)
        #expect(error?.problems.last?.hasPrefix("/directories/0/people/99/nickname: There is no member") == true)
    }

    @Test func `where the managers of all people are missing, the first hundred are named`() async throws {
        let manager = #", "manager": "nobody@heron.example""#
        let error = await #expect(throws: TenantFileError.self) {
            try await IdentityPlatform.plain().content.take(file(manager: manager))
        }
        #expect(error?.problems.count == 100)
        #expect(error?.problems.last?.hasPrefix("/directories/0/people/99/manager: No person in the directory") == true)
    }

    @Test func `of an object with a hundred thousand unknown members the first hundred are named`() async throws {
        let members = (0..<100_000).map { #""m\#($0)": 1"# }.joined(separator: ",")
        let error = await #expect(throws: TenantFileError.self) {
            try await IdentityPlatform.plain().content.take(Data(#"{"version": 1, \#(members)}"#.utf8))
        }
        #expect(error?.problems.count == 100)
    }

    @Test func `a person can be in the file once`() async throws {
        let id = #", "id": "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21""#
        let error = await #expect(throws: TenantFileError.self) {
            try await IdentityPlatform.plain().content.take(file { $0 > 797 ? id : "" })
        }
        #expect(error?.problems.count == 1 && error?.problems.first?.contains("twice") == true)
    }
}
