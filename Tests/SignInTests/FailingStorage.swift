// SPDX-License-Identifier: Apache-2.0
import SignIn
import Synchronization

/// A storage that can be told to fail, and remembers in which order things happened.
final class FailingStorage: AccountStorage {
    private let kept = MemoryAccountStorage()
    private let isFailing = Mutex(false)
    private let count = Mutex(0)

    func fail(_ fails: Bool = true) { isFailing.withLock { $0 = fails } }
    var saves: Int { count.withLock { $0 } }

    func prepare() async throws {
        guard !isFailing.withLock({ $0 }) else { throw AccountStorageError(.unwritable, "the disk is full") }
    }
    func damagedAccounts() async throws -> [AccountStorageError] { [] }
    func records() async throws -> [AccountRecord] { await kept.records() }
    func record(_ id: Account.ID) async throws -> AccountRecord? { await kept.record(id) }
    func save(_ record: AccountRecord) async throws -> AccountRecord {
        guard !isFailing.withLock({ $0 }) else { throw AccountStorageError(.unwritable, "the disk is full") }
        count.withLock { $0 += 1 }
        return try await kept.save(record)
    }
    func remove(_ id: Account.ID) async throws { await kept.remove(id) }
    func stamp(of id: Account.ID) async throws -> AccountStamp? { await kept.stamp(of: id) }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await kept.withExclusiveAccess(to: id, body)
    }
}
