// SPDX-License-Identifier: Apache-2.0

/// Brings a database to the newest schema, step by step.
package struct DatabaseMigrator: Sendable {
    private struct Migration: Sendable {
        let name: String
        let body: @Sendable (Database) throws -> Void
    }

    private var steps: [Migration] = []

    /// The names, the oldest first.
    package var migrations: [String] { steps.map(\.name) }

    package init() {}

    package mutating func registerMigration(_ name: String, _ body: @escaping @Sendable (Database) throws -> Void) {
        precondition(!migrations.contains(name), "the migration '\(name)' is there twice")
        steps.append(Migration(name: name, body: body))
    }

    /// Carries out the migrations that the database does not have, all in one transaction.
    ///
    /// - Parameters:
    ///   - pool: The database.
    ///   - last: The last migration to carry out; `nil` for all.
    package func migrate(_ pool: DatabasePool, upTo last: String? = nil) throws {
        try pool.outsideTransactions { database in
            // Rebuilding a table must not remove the rows that refer to it; this pragma does nothing inside a transaction.
            try database.execute(sql: "PRAGMA foreign_keys = 0")
            defer { try? database.execute(sql: "PRAGMA foreign_keys = 1") }
            _ = try database.inTransaction { database in
                // Inside the transaction: another process may migrate at the same time.
                try database.execute(
                    sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                let applied = try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
                var hasChanged = false
                for migration in steps {
                    if !applied.contains(migration.name) {
                        try migration.body(database)
                        try database.execute("INSERT INTO grdb_migrations (identifier) VALUES (\(migration.name))")
                        hasChanged = true
                    }
                    if migration.name == last { break }
                }
                guard hasChanged else { return }
                try database.rows("PRAGMA foreign_key_check") { row in
                    throw DatabaseError(
                        resultCode: .SQLITE_CONSTRAINT,
                        message: "a row of '\(row[0] as String)' refers to none of '\(row[2] as String)'")
                }
            }
        }
    }

    /// Whether a newer version of the program wrote the database.
    package func hasBeenSuperseded(_ database: Database) throws -> Bool {
        guard
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations')") == true
        else { return false }
        let applied = try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
        return !applied.isSubset(of: migrations)
    }
}
