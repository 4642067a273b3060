// SPDX-License-Identifier: Apache-2.0
import Crypto
package import Foundation
package import GRDB
import OAuth
import PrivateFiles

/// All data of a tenant, in one SQLite database.
package struct TenantDatabase: Sendable {
    package let queue: DatabaseQueue
    /// A connection for reading a few rows: it waits for no write, no sync of one, and no list.
    ///
    /// In memory, there is one connection for everything.
    let reader: DatabaseQueue
    /// A connection for reading lists, which can take longer.
    let lists: DatabaseQueue
    private let cache: TableCache

    /// The current content of a table, from memory unless a write changed it.
    package func cached<Content>(_ table: CachedTable<Content>) async throws -> Content {
        try await cache.content(of: table, in: queue)
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - folder: The folder of `tenant.sqlite`; `nil` keeps everything in memory.
    ///   - tables: The tables to cache.
    ///   - template: The database that an in-memory one copies: a copy is quicker than new tables.
    ///   - fill: Creates the tables of a database on disk, and fills a new one.
    /// - Throws: ``TenantDataError``.
    package init(
        folder: URL?, keeping tables: Set<String>, template: Result<DatabaseQueue, any Error>,
        fill: (DatabaseQueue) throws -> Void
    ) throws {
        cache = TableCache(of: tables)
        do {
            if let folder {
                queue = try Self.open(folder)
                try fill(queue)
                var configuration = Configuration()
                configuration.readonly = true
                let file = Self.file(in: folder).path
                reader = try DatabaseQueue(path: file, configuration: configuration)
                lists = try DatabaseQueue(path: file, configuration: configuration)
            } else {
                queue = try DatabaseQueue()
                try template.get().backup(to: queue)
                (reader, lists) = (queue, queue)
            }
            queue.add(transactionObserver: cache, extent: .databaseLifetime)
        } catch let error as TenantSchema.OtherVersion {
            throw TenantDataError(folder: folder, isLater: error.isLater)
        } catch let error as DatabaseError {
            throw TenantDataError(folder: folder, reason: error.message ?? "the database cannot be used")
        } catch let error as PrivateFile.Failure {
            throw TenantDataError(folder: folder, reason: error.reason)
        } catch let error as CocoaError {
            throw TenantDataError(folder: folder, reason: error.localizedDescription)
        }
    }

    private static func file(in folder: URL) -> URL { folder.appending(path: "tenant.sqlite") }

    private static func open(_ folder: URL) throws -> DatabaseQueue {
        try PrivateFile.makeFolderOthersMaySee(folder)
        let file = file(in: folder)
        // The file holds the signing key. It is created before SQLite opens it, so that SQLite's other files get its
        // permissions.
        try PrivateFile.make(file)
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try PrivateFile.tighten(folder.appending(path: name)) }
        var configuration = Configuration()
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        // With the write-ahead log, GRDB chooses NORMAL, which may lose confirmed writes at a power failure.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return queue
    }

    /// A value that exists once per tenant, as it was last written; `nil` if it was never written.
    package static func state<Value: Decodable>(_ name: String, in database: Database) throws -> Value? {
        let text = try String.fetchOne(database, sql: "SELECT value FROM tenantState WHERE name = ?", arguments: [name])
        return try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// How often this database was opened with a seed before; each call counts one more.
    package func countRun() throws -> Int {
        try queue.write { database in
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
        /// The tables are of an earlier program, and stay as they are.
        case earlierVersion
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

    init(folder: URL?, isLater: Bool) {
        (code, self.folder) = (isLater ? .laterVersion : .earlierVersion, folder)
        reason = "its tables are of \(isLater ? "a later" : "an earlier") version; nothing was changed"
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
