// SPDX-License-Identifier: Apache-2.0
/// Where accounts and their tokens live.
///
/// Two promises keep programs that share a storage from harming each other. ``save(_:)`` compares and swaps: it refuses
/// a record that somebody else has replaced meanwhile, always and everywhere. ``withExclusiveAccess(to:_:)`` keeps two
/// programs from doing the same work, where the storage can hold a lock. Whoever implements this runs
/// `AccountStorageConformance` of `SignInTesting` against it.
public protocol AccountStorage: Sendable {
    /// Makes ready to keep accounts. A person is asked to sign in only after this, so that nobody does it in vain.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`) if saving would fail.
    func prepare() async throws

    /// Every account that can be read, in no order.
    ///
    /// - Throws: ``AccountStorageError``; what is damaged is left out and is no error here.
    func records() async throws -> [AccountRecord]

    /// What is kept but cannot be opened, an error for each that says what to do.
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
    /// - Returns: The record as it is kept now, of the next generation: save that one the next time.
    /// - Throws: ``AccountStorageError``: `conflict` if the generation that is kept (0 for none) is another one, so
    ///   somebody else saved or removed the account: read it again, and decide anew. `unwritable`: what was kept
    ///   before is unharmed.
    @discardableResult
    func save(_ record: AccountRecord) async throws -> AccountRecord

    /// Forgets an account and its tokens, of whatever generation; one that is not there is forgotten already.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`; `busy` where a lock is needed).
    func remove(_ id: Account.ID) async throws

    /// Runs `body` while nobody else runs one for the same account: no task of this program and, where the storage can
    /// hold a lock, no other program that shares it.
    ///
    /// A storage that has no such lock, such as a keychain, runs alone within its program only. Two programs may then
    /// do the same work, and ``save(_:)`` tells the slower one with `conflict`; whoever saves must handle that.
    ///
    /// - Throws: ``AccountStorageError`` (`busy` if another program holds the account for too long, `unwritable`);
    ///   `CancellationError` while it waits; what `body` throws.
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result

    /// A cheap look at an account, to see whether what was read of it is still what is kept.
    ///
    /// - Returns: A stamp that differs after each save, whoever saved; `nil` if the account is not there.
    /// - Throws: ``AccountStorageError`` (`unreadable`, `keyMissing`).
    func stamp(of id: Account.ID) async throws -> AccountStamp?
}
