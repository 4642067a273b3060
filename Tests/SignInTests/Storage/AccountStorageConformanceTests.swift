// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@testable import SignIn

@Suite struct AccountStorageConformanceTests {
    @Test func `memory conforms`() async {
        #expect(await AccountStorageConformance { MemoryAccountStorage() }.failures() == [])
    }

    @Test func `sealed files conform`() async throws {
        try await withFolder { folder in
            let key = SealingKey(random: .system)
            let conformance = AccountStorageConformance(
                sharedBy: { SealedAccountStorage(folder: try #require($0 as? SealedAccountStorage).folder, key: key) },
                damagedBy: { storage, id in
                    let file = AccountSeal(key).name(of: id).sealed
                    let folder = try #require(storage as? SealedAccountStorage).folder
                    try Data("no account".utf8).write(to: folder.appending(path: file))
                },
                { SealedAccountStorage(folder: folder.appending(path: UUID().uuidString), key: key) })
            #expect(conformance.checks == AccountStorageConformance.Check.allCases)
            #expect(await conformance.failures() == [])
        }
    }

    @Test func `a keychain, which holds no lock, conforms`() async {
        let conformance = AccountStorageConformance(
            sharedBy: { try #require($0 as? KeychainLikeStorage).openedAgain() }, holdingLocks: false,
            { KeychainLikeStorage() })
        #expect(!conformance.checks.contains(.anotherProgramWaits))
        #expect(conformance.checks.contains(.anotherProgramConflicts))
        #expect(await conformance.failures() == [])
    }

    @Test(arguments: BrokenStorage.Defect.allCases)
    func `a broken storage fails the check of its defect`(_ defect: BrokenStorage.Defect) async throws {
        let conformance = AccountStorageConformance(
            sharedBy: { try #require($0 as? BrokenStorage).openedAgain() },
            damagedBy: { try await #require($0 as? BrokenStorage).damage($1) },
            deadline: defect == .none ? .seconds(30) : .seconds(1),
            { BrokenStorage(defect) })
        let failures = Set(await conformance.failures().map(\.check))
        #expect(failures.isSuperset(of: defect.checks), "found only \(failures)")
        if defect == .none { #expect(failures.isEmpty, "what is broken in the other rows is whole") }
    }

    @Test func `each check has a defect that it finds`() {
        let found = BrokenStorage.Defect.allCases.reduce(into: Set()) { $0.formUnion($1.checks) }
        #expect(found == Set(AccountStorageConformance.Check.allCases))
    }
}

@Suite struct AccountGenerationTests {
    @Test(arguments: [(1, 2), (7, 8), (Int.max, 1)])
    func `each save has another number, also after the last`(_ kept: Int, _ next: Int) throws {
        var record = try SampleAccounts.record()
        record.generation = kept
        #expect(record.nextGeneration().generation == next)
    }

    @Test func `the first number is random, since an account can be removed and added again`() throws {
        let record = try SampleAccounts.record()
        let numbers = Set((0..<8).map { _ in record.nextGeneration().generation })
        #expect(numbers.count == 8)
        #expect(numbers.allSatisfy { $0 > 0 })
    }

    @Test(arguments: [("0", true), ("9223372036854775807", true), ("-1", false), ("1.5", false), ("null", false)])
    func `a generation out of range is damage`(_ number: String, _ isRead: Bool) throws {
        var record = try SampleAccounts.record()
        record.generation = 424_242
        let content = String(decoding: try record.content(), as: UTF8.self)
        let changed = content.replacing("424242", with: number)
        #expect(changed != content)
        #expect(((try? AccountRecord(content: Data(changed.utf8))) != nil) == isRead)
    }
}
