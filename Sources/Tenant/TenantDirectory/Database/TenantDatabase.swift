// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
import PrivateFiles
package import SQLiteRecords
import SystemCryptography

/// All data of a tenant, in one SQLite database.
package struct TenantDatabase: Sendable {
    private let pool: DatabasePool
    private let cache: TableCache
    /// The lifetimes of codes, tokens, sessions and grants.
    package let lifetimes = TenantLifetimes()

    /// The current content of a table, from memory unless a write changed it.
    package func cached<Content>(_ table: CachedTable<Content>) async throws -> Content {
        try await cache.content(of: table, in: pool)
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - folder: The folder of `tenant.sqlite`; `nil` keeps everything in memory.
    ///   - tables: The tables to cache.
    ///   - template: The database that an in-memory one copies: a copy is quicker than all migrations.
    ///   - fill: Migrates a database on disk, and fills a new one.
    /// - Throws: ``TenantDataError``.
    package init(
        folder: URL?, keeping tables: Set<String>, template: Result<DatabasePool, any Error>,
        fill: (DatabasePool) throws -> Void
    ) throws {
        cache = TableCache(of: tables)
        do {
            if let folder {
                let opened = try Self.open(folder)
                do {
                    try fill(opened)
                } catch {
                    // A folder that is refused keeps no log.
                    opened.close()
                    throw error
                }
                pool = opened
            } else {
                pool = try DatabasePool(copying: template.get())
            }
            pool.onCommit { [cache] in cache.forget($0) }
            try pool.readNow { [lifetimes] in try lifetimes.load(from: $0) }
        } catch is TenantSchema.LaterVersion {
            throw TenantDataError(laterVersionIn: folder)
        } catch let error as DatabaseError {
            throw TenantDataError(folder: folder, reason: error.message)
        } catch let error as PrivateFile.Failure {
            throw TenantDataError(folder: folder, reason: error.reason)
        } catch let error as CocoaError {
            throw TenantDataError(folder: folder, reason: error.explanation)
        }
    }

    private static func file(in folder: URL) -> URL { folder.appending(path: "tenant.sqlite") }

    private static func open(_ folder: URL) throws -> DatabasePool {
        try PrivateFile.makeFolderOthersMaySee(folder)
        let file = file(in: folder)
        // The file holds the signing key. It is created before SQLite opens it, so that SQLite's other files get its
        // permissions.
        try PrivateFile.make(file)
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try PrivateFile.tighten(folder.appending(path: name)) }
        // For development, cheap commits count more than the last of them at a power failure (docs/tenant.md).
        return try DatabasePool(path: file.path, durability: .process)
    }

    /// Carries out a change in a transaction, perhaps together with others.
    package func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await pool.write(change)
    }

    /// Carries out a long change in a transaction of its own.
    package func writeAlone<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await pool.writeAlone(change)
    }

    /// Reads in one snapshot, on another thread.
    package func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await pool.read(value)
    }

    /// Carries out a change on this thread, at the start of a program.
    package func writeNow<Value: Sendable>(_ change: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.writeNow(change)
    }

    /// Reads on this thread, at the start of a program.
    package func readNow<Value: Sendable>(_ value: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.readNow(value)
    }

    /// Reads on this thread: for a few rows by an index, which take microseconds.
    package func readHere<Value: Sendable>(_ value: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.readHere(value)
    }

    /// Uses the connection that writes outside a transaction, such as for a pragma.
    package func outsideTransactions<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.outsideTransactions(body)
    }

    /// Waits for what has begun, and closes the file.
    package func close() { pool.close() }

    /// A value that exists once per tenant, as it was last written; `nil` if it was never written.
    package static func state<Value: Decodable>(_ name: String, in database: Database) throws -> Value? {
        let text = try String.fetchOne(database, sql: "SELECT value FROM tenantState WHERE name = ?", arguments: [name])
        return try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// How often this database was opened with a seed before; each call counts one more.
    package func countRun() throws -> Int {
        try writeNow { database in
            let run: Int = try Self.state("seeded runs", in: database) ?? 0
            try Self.keep(run + 1, as: "seeded runs", in: database)
            return run
        }
    }

    /// Writes a value that exists once per tenant.
    package static func keep(_ value: some Encodable, as name: String, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO tenantState (name, value) VALUES (?, ?)",
            arguments: [name, String(decoding: try JSONEncoder().encode(value), as: UTF8.self)])
    }
}

/// The tenant's data cannot be read or written.
package struct TenantDataError: Error, Sendable, CustomStringConvertible {
    /// The kind of problem.
    package enum Code: Sendable {
        case unusable
        /// The tables are of a later program, and stay as they are.
        case laterVersion
    }

    /// The kind of problem.
    package let code: Code
    /// The folder; `nil` for a tenant in memory.
    package let folder: URL?
    /// The message of the system or of SQLite.
    package let reason: String

    package init(folder: URL?, reason: String) {
        (code, self.folder, self.reason) = (.unusable, folder, reason)
    }

    init(laterVersionIn folder: URL?) {
        (code, self.folder) = (.laterVersion, folder)
        reason = "its tables are of a later version; nothing was changed"
    }

    /// Place and reason.
    package var description: String { "the tenant's data in \(folder?.path ?? "memory") cannot be used: \(reason)" }
}

/// The hash with which the database stores secrets that the tenant made; a reader of the data cannot use them.
///
/// A plain hash is enough: machines make the secrets, so guessing is hopeless, and codes of six digits expire soon. For
/// passwords, use ``PasswordHash``.
package enum SecretHash {
    /// The hash of a secret, with which the tenant looks it up.
    package static func of(_ secret: String) -> String { SHA256.hash(data: Data(secret.utf8)).unpaddedBase64URL }
}
