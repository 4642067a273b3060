// SPDX-License-Identifier: Apache-2.0

package struct DatabaseMigrator: Sendable {
    package struct LaterVersion: Error, Sendable, CustomStringConvertible {
        package var description: String { "a later version of this program wrote the database; nothing was changed" }
    }

    private struct Migration: Sendable {
        let name: String
        let body: @Sendable (Database) throws -> Void
    }

    private var steps: [Migration] = []

    package var migrations: [String] { steps.map(\.name) }

    package init() {}

    /// Adds the newest migration; after a release, its name and effect must never change.
    package mutating func registerMigration(_ name: String, _ body: @escaping @Sendable (Database) throws -> Void) {
        precondition(!migrations.contains(name), "the migration '\(name)' is registered twice")
        steps.append(Migration(name: name, body: body))
    }

    /// Applies the missing migrations in one transaction: an error leaves everything unchanged.
    ///
    /// Foreign keys are checked at the end, so that a table that others refer to can be rebuilt.
    package func migrate(_ pool: DatabasePool, upTo last: String? = nil) throws {
        precondition(last.map(migrations.contains) ?? true, "no migration has this name")
        try pool.outsideTransactions { database in
            // Inside a transaction, this pragma does nothing.
            try database.setPragma("foreign_keys", to: "0", reading: 0)
            let result = Result { try database.inTransaction { try migrate($0, upTo: last) } }
            let restoration = Result { try database.setPragma("foreign_keys", to: "1", reading: 1) }
            // The first error is the cause.
            try result.flatMap { restoration }.get()
        }
    }

    private func migrate(_ database: Database, upTo last: String?) throws {
        // Inside the transaction, because another process may migrate too. The table has GRDB's name and form.
        try database.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        let applied = Set(try String.fetchAll(database, "SELECT identifier FROM grdb_migrations"))
        guard applied.isSubset(of: migrations) else { throw LaterVersion() }
        let wanted = last.flatMap(migrations.firstIndex).map { steps[...$0] } ?? steps[...]
        let pending = wanted.filter { !applied.contains($0.name) }
        for migration in pending {
            try migration.body(database)
            try database.execute("INSERT INTO grdb_migrations (identifier) VALUES (\(migration.name))")
        }
        // The check reads every row. Old violations must not prevent a start.
        guard !pending.isEmpty else { return }
        try database.rows("PRAGMA foreign_key_check") { row in
            throw DatabaseError(
                resultCode: .constraint,
                message: try "a row of '\(row[0] as String)' refers to a missing row of '\(row[2] as String)'")
        }
    }

    package func hasBeenSuperseded(_ database: Database) throws -> Bool {
        guard try database.hasColumn("identifier", in: "grdb_migrations") else { return false }
        return try !Set(String.fetchAll(database, "SELECT identifier FROM grdb_migrations")).isSubset(of: migrations)
    }
}
