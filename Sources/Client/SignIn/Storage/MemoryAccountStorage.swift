// SPDX-License-Identifier: Apache-2.0
/// An account storage that lasts as long as the program.
///
/// ```swift
/// try await withAccounts(keptIn: MemoryAccountStorage(), of: [work]) { accounts in
///     let account = try await SignInFlow(work, keepingIn: accounts).signIn(with: agent)
///     await show("Hello, \(account.identity.name ?? "you")! The program forgets you when it ends.")
/// }
/// ```
public actor MemoryAccountStorage: AccountStorage {
    private var kept: [Account.ID: AccountRecord] = [:]
    private let access = ExclusiveAccess<Account.ID>()

    /// Creates an empty storage.
    public init() {}

    /// Does nothing: memory is always ready.
    public func prepare() {}

    /// Returns every account.
    public func records() -> [AccountRecord] { Array(kept.values) }

    /// Returns an empty list: memory does not get damaged.
    public func damagedAccounts() -> [AccountStorageError] { [] }

    /// Returns one account.
    public func record(_ id: Account.ID) -> AccountRecord? { kept[id] }

    /// Stores an account.
    ///
    /// - Throws: ``AccountStorageError`` (`conflict`).
    @discardableResult
    public func save(_ record: AccountRecord) throws -> (record: AccountRecord, stamp: AccountStamp) {
        try record.requireGeneration(kept[record.id]?.generation)
        let next = record.nextGeneration()
        kept[record.id] = next
        return (next, AccountStamp(Int64(next.generation)))
    }

    /// Removes an account.
    public func remove(_ id: Account.ID) { kept[id] = nil }

    /// Runs `body` while no other task does so for the same account.
    ///
    /// - Throws: `CancellationError` during the wait, or an error of `body`.
    public nonisolated func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await access.run(for: id, body)
    }

    /// Returns a stamp that changes with each save of the account.
    public func stamp(of id: Account.ID) -> AccountStamp? { kept[id].map { AccountStamp(Int64($0.generation)) } }
}
