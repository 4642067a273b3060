// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles

/// A storage for accounts and their tokens.
///
/// Two guarantees keep programs that share a storage from overwriting each other. ``save(_:)`` compares and swaps: it
/// rejects a record that another program has replaced. ``withExclusiveAccess(to:_:)`` prevents duplicate work, if the
/// storage has a lock. Test an implementation with `AccountStorageConformance` of `SignInTesting`.
///
/// ```swift
/// let storage: any AccountStorage = isDemo ? MemoryAccountStorage() : SealedAccountStorage(folder: folder)
/// try await withAccounts(keptIn: storage, of: [work]) { accounts in
///     await show("You have \(try await accounts.accounts().count) accounts.")
/// }
/// ```
public protocol AccountStorage: Sendable {
    /// Prepares to store accounts. The app calls it before it asks a user to sign in, so that no sign-in is lost.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`) if saving would fail.
    func prepare() async throws

    /// Returns every readable account, in any order.
    ///
    /// - Throws: ``AccountStorageError``; a damaged account is omitted without an error.
    func records() async throws -> [AccountRecord]

    /// Returns one error for each stored account that cannot be opened, with the solution.
    ///
    /// - Throws: ``AccountStorageError`` if nothing can be read at all.
    func damagedAccounts() async throws -> [AccountStorageError]

    /// Returns one account, or `nil` if it does not exist.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged`, `unreadable`, `laterVersion`, `keyMissing`).
    func record(_ id: Account.ID) async throws -> AccountRecord?

    /// Stores an account durably: after it returns, the account survives a crash of the program and of the machine.
    ///
    /// - Parameter record: The account, with the generation that was read; 0 for a new account.
    /// - Returns: The stored record, with the next generation: pass it to the next save; and its stamp, so that callers
    ///   need not ask for it.
    /// - Throws: ``AccountStorageError``: `conflict` if the stored generation (0 for none) differs, because another
    ///   program saved or removed the account: read it again and retry. `unwritable`: the previous record is unchanged.
    @discardableResult
    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp)

    /// Removes an account and its tokens, whatever its generation; a missing account is not an error.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`; `busy` if a lock is needed).
    func remove(_ id: Account.ID) async throws

    /// Runs `body` with exclusive access to this account, among the tasks of this program and, if the storage has a
    /// lock, among all programs that share it.
    ///
    /// A storage without a lock, such as a keychain, excludes only tasks of its own program. Two programs may then do
    /// the same work, and ``save(_:)`` rejects the slower one with `conflict`, which the caller must handle.
    ///
    /// - Throws: ``AccountStorageError`` (`busy` if another program holds the lock for too long, `unwritable`);
    ///   `CancellationError` during the wait; or an error of `body`.
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result

    /// Returns a stamp, to check whether a record is still current.
    ///
    /// It is called about once a second for each account in use, so it must not read the account's content.
    ///
    /// - Returns: The stamp of the last save, by any program: no two saves of an account share one. It is `nil` if the
    ///   account does not exist.
    /// - Throws: ``AccountStorageError`` (`unreadable`, `keyMissing`).
    func stamp(of id: Account.ID) async throws -> AccountStamp?
}

/// A value that distinguishes two states of a stored account without reading it.
///
/// Compare stamps only with others of the same account.
///
/// ```swift
/// func stamp(of id: Account.ID) -> AccountStamp? {
///     guard let row = rows[id] else { return nil }
///     return AccountStamp(row.saves)  // a counter that no two saves share
/// }
/// ```
public struct AccountStamp: Sendable, Hashable {
    private let parts: [Int64]

    /// Creates a stamp from values that change with each save, such as a counter or a file's metadata.
    public init(_ parts: Int64...) { self.parts = parts }
}

extension AccountStamp {
    /// The system answers from memory, so the call stays on the caller's thread.
    init?(of file: String) throws(PrivateFile.Failure) {
        var status = stat()
        guard lstat(file, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .current() }
            return nil
        }
        #if canImport(Darwin)
        let changed = status.st_mtimespec
        #else
        let changed = status.st_mtim
        #endif
        self.init(
            Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(changed.tv_sec),
            Int64(changed.tv_nsec))
    }
}
