// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import PrivateFiles

/// Everything that a tenant remembers, in one SQLite database.
package struct TenantDatabase: Sendable {
    let queue: DatabaseQueue
    private let cache = TenantCache()

    /// The directories and apps as they stand now.
    var directory: TenantCache.Content {
        get async throws { try await cache.content(of: queue) }
    }

    /// Opens a database, and fills a new one with the sample directories.
    ///
    /// - Parameters:
    ///   - folder: Where `tenant.sqlite` lives; `nil` keeps everything in memory.
    ///   - addsSamples: Whether the samples are added; not if a tenant file follows.
    /// - Throws: ``TenantDataError`` if the folder cannot be used.
    package init(folder: URL?, addsSamples: Bool = true) throws {
        do {
            if let folder {
                queue = try Self.open(folder)
                try Self.fill(queue, addsSamples: addsSamples)
            } else {
                queue = try DatabaseQueue()
                try (addsSamples ? Self.samples : Self.empty).get().backup(to: queue)
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

    /// The templates of databases in memory: each test opens one, and a copy is quicker than all migrations.
    private static let samples = Result { try template(addsSamples: true) }
    private static let empty = Result { try template(addsSamples: false) }

    private static func template(addsSamples: Bool) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try fill(queue, addsSamples: addsSamples)
        return queue
    }

    /// Brings the tables up to date, and adds the samples unless the content is what a tenant file says.
    private static func fill(_ queue: DatabaseQueue, addsSamples: Bool) throws {
        try TenantSchema.migrator.migrate(queue)
        let seed = addsSamples ? try DirectorySeed() : nil
        try queue.write { database in
            if try TenantOrigin.fetchCount(database) == 0 { try seed?.fill(database) }
            try BuiltInApp.registerWhereMissing(database)
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
