// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import HTTPServing

/// Everything that a tenant remembers, in one SQLite database.
package struct TenantDatabase: Sendable {
    let queue: DatabaseQueue

    /// Opens a database, and fills a new one with the seeded directory.
    ///
    /// - Parameter folder: Where `tenant.sqlite` lives; `nil` keeps everything in memory.
    /// - Throws: ``TenantDataError`` if the folder cannot be used.
    package init(folder: URL?) throws {
        do {
            queue = try Self.open(folder)
            try TenantSchema.migrator.migrate(queue)
            try queue.write { database in
                guard try Tenant.fetchCount(database) == 0 else { return }
                let seed = try DirectorySeed()
                try seed.tenant.insert(database)
                for person in seed.people { try person.insert(database) }
                for app in seed.apps { try app.insert(database) }
            }
        } catch let error as DatabaseError {
            throw TenantDataError(folder: folder, reason: error.message ?? "the database cannot be used")
        } catch let error as PrivateFilesError {
            throw TenantDataError(folder: folder, reason: error.reason)
        } catch let error as CocoaError {
            throw TenantDataError(folder: folder, reason: error.localizedDescription)
        }
    }

    private static func open(_ folder: URL?) throws -> DatabaseQueue {
        guard let folder else { return try DatabaseQueue() }
        let files = PrivateFiles(folder: folder)
        try files.prepareFolder()
        // It holds the signing key. Made before SQLite opens it, which gives its other files the permissions of this one.
        try files.makeFile("tenant.sqlite")
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try files.tightenFile(name) }
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return try DatabaseQueue(path: folder.appending(path: "tenant.sqlite").path, configuration: configuration)
    }
}
