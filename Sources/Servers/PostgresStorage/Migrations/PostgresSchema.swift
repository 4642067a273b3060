// SPDX-License-Identifier: Apache-2.0

package struct PostgresSchema: Sendable {
    private let name: String
    private let migrations: [PostgresMigration]

    package init(_ name: String, _ migrations: [PostgresMigration]) {
        (self.name, self.migrations) = (name, migrations)
    }

    /// Programs can run this concurrently: a database lock orders them.
    ///
    /// A program of an earlier version keeps working if the later migrations are compatible with it; otherwise, it gets
    /// ``PostgresError`` (`laterVersion`).
    package func migrate(_ database: PostgresDatabase) async throws {
        // Without pending migrations, a program needs no lock, and no permission to change tables.
        if try await database.query(Self.exists, [], { $0.first { $0.bool(0) } }) == true,
            try await missing(after: database.query(Self.applied, [.text(name)], Applied.read)).isEmpty
        {
            return
        }
        try await database.transaction(within: Self.longest) { transaction in
            _ = try await transaction.query(Self.lock, [.int(Self.lockNumber)], \.count)
            try await transaction.execute(Self.patience)
            try await transaction.execute(Self.creation)
            let applied = try await transaction.query(Self.applied, [.text(name)], Applied.read)
            for migration in try missing(after: applied) {
                for statement in migration.statements { try await transaction.execute(statement) }
                try await transaction.execute(
                    Self.note,
                    [
                        .text(name), .int(migration.version), .text(migration.name),
                        .int(migration.compatibleSince),
                    ])
            }
        }
    }

    private func missing(after applied: [Applied]) throws -> [PostgresMigration] {
        let known = migrations.last?.version ?? 0
        if let later = applied.first(where: { $0.version > known && $0.compatibleSince > known }) {
            throw PostgresError(
                .laterVersion,
                "the tables of \"\(name)\" have version \(later.version) (\(later.name)), and this program supports "
                    + "version \(known); use the newer program")
        }
        let last = applied.map(\.version).max() ?? 0
        return migrations.filter { $0.version > last }
    }

    private struct Applied: Sendable {
        let version: Int64
        let name: String
        let compatibleSince: Int64

        static func read(_ rows: PostgresRows) -> [Applied] {
            rows.map { Applied(version: $0.int(0), name: $0.text(1), compatibleSince: $0.int(2)) }
        }
    }

    private static let exists = PostgresStatement.read("SELECT to_regclass('tessera_migration') IS NOT NULL")
    private static let applied = PostgresStatement.read(
        "SELECT version, name, compatible_since FROM tessera_migration WHERE store = $1 ORDER BY version")
    private static let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock($1)")
    /// If a migration waits for a table, for example during a backup, all requests of other programs wait behind it.
    private static let patience = PostgresStatement.write("SET LOCAL lock_timeout = '3s'")
    private static let creation = PostgresStatement.write(
        """
        CREATE TABLE IF NOT EXISTS tessera_migration (
            store text NOT NULL, version bigint NOT NULL, name text NOT NULL, compatible_since bigint NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (store, version)
        )
        """)
    private static let note = PostgresStatement.write(
        "INSERT INTO tessera_migration (store, version, name, compatible_since) VALUES ($1, $2, $3, $4)")
    /// Any number that no other program of the database uses: the letters of "tessera".
    private static let lockNumber: Int64 = 0x74_6573_7365_7261
    /// A change of a large table takes long, and other programs wait for it.
    private static let longest: Duration = .seconds(600)
}

/// Applied once per database; versions only go forward.
package struct PostgresMigration: Sendable {
    let version: Int64
    let name: String
    /// The oldest version whose programs work with the tables after the change: lower than `version` if the change only
    /// adds a column with a default, a table or an index.
    let compatibleSince: Int64
    let statements: [PostgresStatement]

    package init(_ version: Int64, _ name: String, compatibleSince: Int64, _ statements: [StaticString]) {
        (self.version, self.name, self.compatibleSince) = (version, name, compatibleSince)
        self.statements = statements.map { .write($0) }
    }
}
