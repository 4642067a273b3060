// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// The tables of a tenant: those of `schema.sql`, and the index of people.
package enum TenantSchema {
    /// The number that a database carries as SQLite's `user_version`; it rises with each change of the tables.
    static let version = 1

    /// A database has the tables of another version.
    struct OtherVersion: Error {
        let isLater: Bool
    }

    /// Creates the tables in a database that has none.
    ///
    /// - Throws: ``OtherVersion``; the database stays as it is.
    package static func create(in database: Database) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if found == version { return }
        guard found == 0, try !database.tableExists("tenant") else { throw OtherVersion(isLater: found > version) }
        try database.execute(sql: String(decoding: PackageResources.schema_sql, as: UTF8.self))
        try PeopleIndex.create(in: database)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}
