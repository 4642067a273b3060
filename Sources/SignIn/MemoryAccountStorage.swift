// SPDX-License-Identifier: Apache-2.0
/// Keeps accounts as long as the program runs.
public actor MemoryAccountStorage: AccountStorage {
    private var kept: [Account.ID: AccountRecord] = [:]
    private let access = ExclusiveAccess()

    /// Creates an empty storage.
    public init() {}

    /// Does nothing: memory is always ready.
    public func prepare() {}

    /// Every account.
    public func records() -> [AccountRecord] { Array(kept.values) }

    /// Nothing: memory does not decay.
    public func damages() -> [AccountStorageError] { [] }

    /// One account.
    public func record(_ id: Account.ID) -> AccountRecord? { kept[id] }

    /// Keeps an account.
    public func save(_ record: AccountRecord) { kept[record.id] = record }

    /// Forgets an account.
    public func remove(_ id: Account.ID) { kept[id] = nil }

    /// Runs `body` while no other task runs one for the same account.
    public nonisolated func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await access.run(for: id, body)
    }
}
