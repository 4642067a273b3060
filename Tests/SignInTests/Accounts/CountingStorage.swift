// SPDX-License-Identifier: Apache-2.0
import SignIn
import Synchronization

/// A storage that counts how often it is asked.
final class CountingStorage: AccountStorage {
    private let kept: any AccountStorage
    private let count = Mutex((reads: 0, looks: 0))

    init(_ kept: any AccountStorage = MemoryAccountStorage()) { self.kept = kept }

    var reads: Int { count.withLock { $0.reads } }
    var looks: Int { count.withLock { $0.looks } }

    func prepare() async throws { try await kept.prepare() }
    func damagedAccounts() async throws -> [AccountStorageError] { try await kept.damagedAccounts() }
    func records() async throws -> [AccountRecord] { try await kept.records() }
    func record(_ id: Account.ID) async throws -> AccountRecord? {
        count.withLock { $0.reads += 1 }
        return try await kept.record(id)
    }
    func save(_ record: AccountRecord) async throws -> AccountRecord { try await kept.save(record) }
    func remove(_ id: Account.ID) async throws { try await kept.remove(id) }
    func stamp(of id: Account.ID) async throws -> AccountStamp? {
        count.withLock { $0.looks += 1 }
        return try await kept.stamp(of: id)
    }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await kept.withExclusiveAccess(to: id, body)
    }
}
