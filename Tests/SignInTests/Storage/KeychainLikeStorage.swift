// SPDX-License-Identifier: Apache-2.0
import SignIn

/// A storage as a keychain can be: items that are compared and swapped, and no lock that another program sees.
struct KeychainLikeStorage: AccountStorage {
    private let items: MemoryAccountStorage
    private let program = MemoryAccountStorage()

    init(_ items: MemoryAccountStorage = MemoryAccountStorage()) {
        self.items = items
    }

    func openedAgain() -> KeychainLikeStorage { KeychainLikeStorage(items) }

    func prepare() async throws {}
    func records() async throws -> [AccountRecord] { await items.records() }
    func damagedAccounts() async throws -> [AccountStorageError] { [] }
    func record(_ id: Account.ID) async throws -> AccountRecord? { await items.record(id) }
    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        try await items.save(record)
    }
    func remove(_ id: Account.ID) async throws { await items.remove(id) }
    func stamp(of id: Account.ID) async throws -> AccountStamp? { await items.stamp(of: id) }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await program.withExclusiveAccess(to: id, body)
    }
}
