// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
import PrivateFiles
package import SQLiteRecords
import SystemCryptography

package struct TenantDatabase: Sendable {
    private let pool: DatabasePool
    private let cache: TableCache
    package let lifetimes = TenantLifetimes()

    package func cached<Content>(_ table: CachedTable<Content>) async throws -> Content {
        try await cache.content(of: table, in: pool)
    }

    /// Without a folder, copies `template`, which is faster than migrations; `fill` migrates or fills one on disk.
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
                    // Otherwise a rejected folder would keep a log.
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
        // The file holds the signing key: it is created first, so that SQLite's other files get its permissions.
        try PrivateFile.make(file)
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try PrivateFile.tighten(folder.appending(path: name)) }
        // In development, cheap commits matter more than losing the latest ones in a power failure (docs/tenant.md).
        return try DatabasePool(path: file.path, durability: .process)
    }

    /// Runs a change in a transaction, which other changes may share.
    package func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await pool.write(change)
    }

    /// For long changes: no other change shares the transaction.
    package func writeAlone<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await pool.writeAlone(change)
    }

    /// Reads one snapshot, on another thread.
    package func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await pool.read(value)
    }

    /// On this thread, at the start of a program.
    package func writeNow<Value: Sendable>(_ change: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.writeNow(change)
    }

    /// On this thread, at the start of a program.
    package func readNow<Value: Sendable>(_ value: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.readNow(value)
    }

    /// On this thread: for a few rows by an index, which take microseconds.
    package func readHere<Value: Sendable>(_ value: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.readHere(value)
    }

    /// Uses the writing connection outside a transaction, such as for a pragma.
    package func outsideTransactions<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try pool.outsideTransactions(body)
    }

    package func close() { pool.close() }

    /// A value that exists once per tenant; `nil` if it was never written.
    package static func state<Value: Decodable>(_ name: String, in database: Database) throws -> Value? {
        let text = try String.fetchOne(database, sql: "SELECT value FROM tenantState WHERE name = ?", arguments: [name])
        return try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    package func countRun() throws -> Int {
        try writeNow { database in
            let run: Int = try Self.state("seeded runs", in: database) ?? 0
            try Self.keep(run + 1, as: "seeded runs", in: database)
            return run
        }
    }

    package static func keep(_ value: some Encodable, as name: String, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO tenantState (name, value) VALUES (?, ?)",
            arguments: [name, String(decoding: try JSONEncoder().encode(value), as: UTF8.self)])
    }
}

package struct TenantDataError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        case unusable
        case laterVersion
    }

    package let code: Code
    package let folder: URL?
    package let reason: String

    package init(folder: URL?, reason: String) { (code, self.folder, self.reason) = (.unusable, folder, reason) }

    init(laterVersionIn folder: URL?) {
        (code, self.folder) = (.laterVersion, folder)
        reason = "its tables are of a later version; nothing was changed"
    }

    package var description: String { "the tenant's data in \(folder?.path ?? "memory") cannot be used: \(reason)" }
}

/// A plain hash, enough for generated secrets, which are random or expire soon; for passwords, use ``PasswordHash``.
package enum SecretHash {
    package static func of(_ secret: String) -> String { SHA256.hash(data: Data(secret.utf8)).unpaddedBase64URL }
}
