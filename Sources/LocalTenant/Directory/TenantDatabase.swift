// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import HTTPServing

/// Everything that a tenant remembers, in one SQLite database.
package struct TenantDatabase: Sendable {
    let queue: DatabaseQueue

    /// Opens a database, and fills a new one with the sample directories.
    ///
    /// - Parameter folder: Where `tenant.sqlite` lives; `nil` keeps everything in memory.
    /// - Throws: ``TenantDataError`` if the folder cannot be used.
    package init(folder: URL?) throws {
        do {
            queue = try Self.open(folder)
            try TenantSchema.migrator.migrate(queue)
            try seed()
        } catch let error as DatabaseError {
            throw TenantDataError(folder: folder, reason: error.message ?? "the database cannot be used")
        } catch let error as PrivateFilesError {
            throw TenantDataError(folder: folder, reason: error.reason)
        } catch let error as CocoaError {
            throw TenantDataError(folder: folder, reason: error.localizedDescription)
        }
    }

    /// Adds the sample directories that are not there yet, so that data of an older version gain what is new.
    ///
    /// The sample apps are written anew each time: nobody can change them here, and tutorials rely on them.
    private func seed() throws {
        let seed = try DirectorySeed()
        try queue.write { database in
            for directory in seed.directories where try !directory.tenant.exists(database) {
                try directory.tenant.insert(database)
                for person in directory.people { try person.insert(database) }
                for customer in directory.customers ?? [] { try customer.insert(database) }
            }
            for app in seed.apps { try app.upsert(database) }
            try Self.addSampleFlows(in: database)
        }
    }

    private static func open(_ folder: URL?) throws -> DatabaseQueue {
        guard let folder else { return try DatabaseQueue() }
        let files = PrivateFiles(folder: folder)
        try files.prepareFolder()
        // It holds the signing key. Made before SQLite opens it, which gives its other files the permissions of this
        // one.
        try files.makeFile("tenant.sqlite")
        for name in ["tenant.sqlite-wal", "tenant.sqlite-shm"] { try files.tightenFile(name) }
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return try DatabaseQueue(path: folder.appending(path: "tenant.sqlite").path, configuration: configuration)
    }
}
