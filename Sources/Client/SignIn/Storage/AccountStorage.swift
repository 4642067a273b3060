// SPDX-License-Identifier: Apache-2.0
/// A place that keeps accounts and their tokens.
///
/// Two promises keep programs that share a storage from harming each other. ``save(_:)`` compares and swaps: it always
/// refuses a record that another program has replaced. ``withExclusiveAccess(to:_:)`` keeps two programs from doing the
/// same work, if the storage has a lock. Test an implementation with `AccountStorageConformance` of `SignInTesting`.
///
/// ```swift
/// let storage: any AccountStorage = isDemo ? MemoryAccountStorage() : SealedAccountStorage(folder: folder)
/// try await withAccounts(keptIn: storage, of: [work]) { accounts in
///     await show("You have \(try await accounts.accounts().count) accounts.")
/// }
/// ```
public protocol AccountStorage: Sendable {
    /// Prepares to keep accounts. The app asks a person to sign in only after this, so that no sign-in is in vain.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`) if saving would fail.
    func prepare() async throws

    /// Every account that can be read, in no order.
    ///
    /// - Throws: ``AccountStorageError``; a damaged account is left out without an error.
    func records() async throws -> [AccountRecord]

    /// The stored accounts that cannot be opened: one error for each, with the remedy.
    ///
    /// - Throws: ``AccountStorageError`` if nothing can be read at all.
    func damagedAccounts() async throws -> [AccountStorageError]

    /// One account, or `nil` if there is none of that name.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged`, `unreadable`, `laterVersion`, `keyMissing`).
    func record(_ id: Account.ID) async throws -> AccountRecord?

    /// Keeps an account. When it returns, the account survives a crash of the program and of the machine.
    ///
    /// - Parameter record: The account, with the generation in which it was read; 0 for a new one.
    /// - Returns: The stored record, of the next generation: save that one the next time.
    /// - Throws: ``AccountStorageError``: `conflict` if the stored generation (0 for none) differs, because another
    ///   program saved or removed the account: read it again, and decide anew. `unwritable`: the earlier record is
    ///   unharmed.
    @discardableResult
    func save(_ record: AccountRecord) async throws -> AccountRecord

    /// Removes an account and its tokens, of any generation; a missing account is no error.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`; `busy` where a lock is needed).
    func remove(_ id: Account.ID) async throws

    /// Runs `body` alone for this account: no other task of this program runs one and, if the storage has a lock, no
    /// other program that shares it.
    ///
    /// A storage without such a lock, such as a keychain, excludes only tasks of its own program. Two programs may then
    /// do the same work, and ``save(_:)`` refuses the slower one with `conflict`; the caller must handle that.
    ///
    /// - Throws: ``AccountStorageError`` (`busy` if another program holds the account for too long, `unwritable`);
    ///   `CancellationError` while it waits; the errors of `body`.
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result

    /// A cheap check whether a record that was read is still current.
    ///
    /// - Returns: A stamp that differs after each save, by any program; `nil` if the account is not there.
    /// - Throws: ``AccountStorageError`` (`unreadable`, `keyMissing`).
    func stamp(of id: Account.ID) async throws -> AccountStamp?
}
