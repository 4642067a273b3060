// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB
import PrivateFiles

/// All data of a tenant, in one SQLite database.
package struct TenantDatabase: Sendable {
    package let queue: DatabaseQueue
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
    ///   - template: The database that an in-memory one copies: a copy is quicker than all migrations.
    ///   - fill: Migrates a database on disk, and fills a new one.
    /// - Throws: ``TenantDataError`` if the folder cannot be used.
    package init(
        folder: URL?, keeping tables: Set<String>, template: Result<DatabaseQueue, any Error>,
        fill: (DatabaseQueue) throws -> Void
    ) throws {
        cache = TableCache(of: tables)
        do {
            if let folder {
                queue = try Self.open(folder)
                try fill(queue)
            } else {
                queue = try DatabaseQueue()
                try template.get().backup(to: queue)
            }
            queue.add(transactionObserver: cache, extent: .databaseLifetime)
        } catch let error as DatabaseError {
            throw TenantDataError(folder: folder, reason: error.message ?? "the database cannot be used")
        } catch let error as PrivateFile.Failure {
            throw TenantDataError(folder: folder, reason: error.reason)
        } catch let error as CocoaError {
            throw TenantDataError(folder: folder, reason: error.localizedDescription)
        }
    }

    private static func open(_ folder: URL) throws -> DatabaseQueue {
        try PrivateFile.makeFolderOthersMaySee(folder)
        let file = folder.appending(path: "tenant.sqlite")
        // The file holds the signing key. It is created before SQLite opens it, so that SQLite's other files get its
        // permissions.
        try PrivateFile.make(file)
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try PrivateFile.tighten(folder.appending(path: name)) }
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }
}
