// SPDX-License-Identifier: Apache-2.0
/// Keeps accounts as long as the program runs.
public actor MemoryAccountStorage: AccountStorage {
    private var kept: [Account.ID: AccountRecord] = [:]
    /// Accounts that are in use, each with those who wait for it.
    private var waiting: [Account.ID: [CheckedContinuation<Void, Never>]] = [:]

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

    /// Runs `body` while no other task runs one for the same account.
    public nonisolated func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        await enter(id)
        do {
            let result = try await body()
            await leave(id)
            return result
        } catch {
            await leave(id)
            throw error
        }
    }

    private func enter(_ id: Account.ID) async {
        guard waiting[id] != nil else {
            waiting[id] = []
            return
        }
        await withCheckedContinuation { waiting[id]?.append($0) }
    }

    /// Hands the account to whoever waits longest.
    private func leave(_ id: Account.ID) {
        guard let next = waiting[id]?.first else {
            waiting[id] = nil
            return
        }
        waiting[id]?.removeFirst()
        next.resume()
    }
}
