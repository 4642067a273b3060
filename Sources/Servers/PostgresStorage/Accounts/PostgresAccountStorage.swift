// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
public import SignIn

/// An account storage in PostgreSQL, for programs on many machines, with the encryption of `SealedAccountStorage`.
///
/// All programs need the same sealing key. Only one program at a time refreshes an account: it holds a lease, which
/// ends ten seconds after its holder stops.
///
/// ```swift
/// let storage = try await PostgresAccountStorage(in: database, key: key)
/// try await withAccounts(keptIn: storage, of: [work]) { accounts in
///     await show("\(try await accounts.accounts().count) accounts are kept.")
/// }
/// ```
public struct PostgresAccountStorage: AccountStorage {
    let database: PostgresDatabase
    let seal: AccountSeal
    private let queue = ExclusiveAccess<Account.ID>()
    private let seen = SeenSaves()

    /// Creates a storage with the key from the server's administrator, as in item 1 of `SealedAccountStorage`.
    ///
    /// - Throws: `AccountStorageError` (`keyMissing`, `keyMismatch`); ``PostgresError``.
    public init(in database: PostgresDatabase, group: AccountGroup? = nil) async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let key = try await offThePool({ try ConfiguredKey(environment: environment).read() }) else {
            throw AccountStorageError(
                .keyMissing,
                "accounts in a database need one key for all programs; create one with `openssl rand -base64 32`, and "
                    + "set \(ConfiguredKey.fileVariable) to its file")
        }
        try await self.init(in: database, group: group, key: key)
    }

    /// Creates a storage with the program's own key.
    ///
    /// - Throws: `AccountStorageError` (`keyMismatch`) if the group's accounts are sealed with another key;
    ///   ``PostgresError``.
    public init(in database: PostgresDatabase, group: AccountGroup? = nil, key: SealingKey) async throws {
        (self.database, seal) = (database, AccountSeal(key, group: group))
        try await Self.schema.migrate(database)
        let name = group?.name ?? ""
        try await database.execute(Self.groupInsertion, [.text(name), .bytes(seal.keyID)])
        guard try await database.query(Self.groupKey, [.text(name)], { $0.first { $0.data(0) } }) == seal.keyID else {
            throw AccountStorageError(
                .keyMismatch,
                "the accounts in the database \(database) are encrypted with another key; give this program that key")
        }
    }

    /// Checks that the database accepts changes.
    ///
    /// - Throws: `AccountStorageError` (`unavailable`, `unwritable`).
    public func prepare() async throws {
        let isReadOnly = try await accessing(.unreadable) {
            try await database.query(Self.readOnly) { $0.first { $0.bool(0) } }
        }
        guard isReadOnly == false else {
            throw AccountStorageError(.unwritable, "the database \(database) is read-only; use its primary server")
        }
    }

    /// Returns every account that can be decrypted.
    public func records() async throws -> [AccountRecord] { try await all().compactMap { try? $0.get() } }

    /// Returns errors for the accounts that cannot be decrypted; a new sign-in replaces such an account.
    public func damagedAccounts() async throws -> [AccountStorageError] {
        try await all().compactMap { row in
            if case .failure(let error) = row { error } else { nil }
        }
    }

    /// Returns one account.
    ///
    /// - Throws: `AccountStorageError` (`damaged`, `laterVersion`, `unavailable`, `unreadable`).
    public func record(_ id: Account.ID) async throws -> AccountRecord? {
        let name = seal.name(of: id)
        guard let row = try await row(name) else { return nil }
        let record = try open(row.sealed, as: name)
        seen.note(row.save, of: record)
        return record
    }

    /// Stores an account; replaces a damaged one.
    ///
    /// - Throws: `AccountStorageError` (`conflict`, `laterVersion`, `unavailable`, `unwritable`).
    @discardableResult
    public func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        let name = seal.name(of: record.id)
        // No two saves share a number: that of this generation permits the save without another read.
        let known = seen.save(of: record)
        if known != nil || record.generation == 0, let saved = try await save(record, as: name, replacing: known) {
            return saved
        }
        let row = try await row(name)
        var generation: Int?
        do {
            generation = try row.map { try open($0.sealed, as: name).generation }
        } catch AccountStorageError.Code.damaged {}
        try record.requireGeneration(generation)
        guard let saved = try await save(record, as: name, replacing: row?.save) else {
            throw AccountStorageError(
                .conflict, "another program has changed the account in the meantime; read it again")
        }
        return saved
    }

    /// Replaces the save `earlier`, or inserts the account; `nil` if another program was faster.
    private func save(
        _ record: AccountRecord, as name: AccountFileName, replacing earlier: Int64?
    ) async throws -> (record: AccountRecord, stamp: AccountStamp)? {
        let next = record.nextGeneration()
        let values: [PostgresValue] = [
            .text(name.stem), .bytes(try seal.seal(next.content(), as: name)),
            earlier.map { .int($0) } ?? .bytes(seal.keyID),
        ]
        let statement = earlier == nil ? Self.insertion : Self.update
        let save = try await accessing(.unwritable) {
            try await database.query(statement, values) { rows in rows.first { $0.int(0) } }
        }
        guard let save else { return nil }
        seen.note(save, of: next)
        return (next, AccountStamp(save))
    }

    /// Removes an account.
    ///
    /// - Throws: `AccountStorageError` (`unavailable`, `unwritable`).
    public func remove(_ id: Account.ID) async throws {
        _ = try await accessing(.unwritable) {
            try await database.execute(Self.removal, [.text(seal.name(of: id).stem)])
        }
    }

    /// Runs `body` while this program holds the account's lease.
    ///
    /// - Throws: `AccountStorageError` (`busy` after one minute, `unavailable`, `unwritable`); `CancellationError`
    ///   during the wait; or an error of `body`.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await queue.run(for: id) {
            let lease = AccountLease(of: seal.name(of: id).stem, in: database)
            try await accessing(.unwritable) { try await lease.acquire() }
            return try await lease.holding(body)
        }
    }

    /// Returns a stamp from the unique number of the account's last save.
    ///
    /// - Throws: `AccountStorageError` (`unavailable`, `unreadable`).
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        try await accessing(.unreadable) {
            try await database.query(Self.stamp, [.text(seal.name(of: id).stem)]) { rows in
                rows.first { AccountStamp($0.int(0)) }
            }
        }
    }
}
