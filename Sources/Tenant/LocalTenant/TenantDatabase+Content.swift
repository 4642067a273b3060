// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantStandard
import TenantTesting

extension TenantDatabase {
    /// Opens a database with the tables of all parts of the tenant, and fills a new one with the samples.
    ///
    /// - Parameters:
    ///   - folder: The folder of `tenant.sqlite`; `nil` keeps everything in memory.
    ///   - addsSamples: Whether to add the samples; `false` if a tenant file follows.
    /// - Throws: ``TenantDataError`` if the folder cannot be used.
    package init(folder: URL?, addsSamples: Bool = true) throws {
        let tables: Set = [
            Tenant.databaseTableName, RegisteredApp.databaseTableName, FaultStore.tableName,
            AutomaticSignIns.tableName, ConditionalAccessPolicy.databaseTableName,
        ]
        try self.init(folder: folder, keeping: tables, template: addsSamples ? Self.samples : Self.empty) {
            try Self.fill($0, addsSamples: addsSamples)
        }
    }

    private static let samples = Result { try template(addsSamples: true) }
    private static let empty = Result { try template(addsSamples: false) }

    private static func template(addsSamples: Bool) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try fill(queue, addsSamples: addsSamples)
        return queue
    }

    /// Creates the tables, and adds the samples unless a tenant file gave the content.
    private static func fill(_ queue: DatabaseQueue, addsSamples: Bool) throws {
        let seed = addsSamples ? try DirectorySeed() : nil
        try queue.write { database in
            try TenantSchema.create(in: database)
            if try !TenantOrigin.exists(in: database) { try seed?.fill(database) }
            try BuiltInApp.registerWhereMissing(database)
        }
    }
}
