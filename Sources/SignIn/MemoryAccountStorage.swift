// SPDX-License-Identifier: Apache-2.0
/// Keeps accounts as long as the program runs.
public actor MemoryAccountStorage: AccountStorage {
    private var kept: [Account.ID: AccountRecord] = [:]

    /// Creates an empty storage.
    public init() {}

    /// Every account.
    public func records() -> [AccountRecord] { Array(kept.values) }

    /// One account.
    public func record(_ id: Account.ID) -> AccountRecord? { kept[id] }

    /// Keeps an account.
    public func save(_ record: AccountRecord) { kept[record.id] = record }

    /// Forgets an account.
    public func remove(_ id: Account.ID) { kept[id] = nil }

    /// Runs `body`; memory is shared with no other program.
    public nonisolated func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await body()
    }
}
