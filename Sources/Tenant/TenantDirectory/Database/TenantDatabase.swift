// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB
import PrivateFiles

/// Everything that a tenant remembers, in one SQLite database.
package struct TenantDatabase: Sendable {
    package let queue: DatabaseQueue
    private let cache: TableCache

    /// A table as it stands now, out of memory if no write changed it since.
    package func cached<Content>(_ table: CachedTable<Content>) async throws -> Content {
        try await cache.content(of: table, in: queue)
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - folder: Where `tenant.sqlite` lives; `nil` keeps everything in memory.
    ///   - tables: The tables to keep in memory.
    ///   - template: The database that one in memory copies: a copy is quicker than all migrations.
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
        // It holds the signing key. Made before SQLite opens it, which gives its other files the permissions of this
        // one.
        try PrivateFile.make(file)
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try PrivateFile.tighten(folder.appending(path: name)) }
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }
}
