// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import SQLiteRecords
import Synchronization

/// A table that is read as a whole and cached until a write changes it; each table has one reader.
package struct CachedTable<Content: Sendable>: Sendable {
    package let name: String
    package let read: @Sendable (Database) throws -> Content

    package init(name: String, read: @escaping @Sendable (Database) throws -> Content) {
        (self.name, self.read) = (name, read)
    }
}

/// Caches tables that each request reads and few requests change.
///
/// Each committed write to a table clears its entry before its callers go on; what was read before is not kept after.
final class TableCache: Sendable {
    private struct State {
        var contents: [String: any Sendable] = [:]
        /// Counts the writes to each table.
        var generations: [String: Int] = [:]
    }

    private let tables: Set<String>
    private let state = Mutex(State())

    init(of tables: Set<String>) { self.tables = tables }

    func content<Content>(of table: CachedTable<Content>, in pool: DatabasePool) async throws -> Content {
        guard tables.contains(table.name) else { return try await pool.read(table.read) }
        let (kept, generation) = state.withLock { state in
            (state.contents[table.name] as? Content, state.generations[table.name])
        }
        if let kept { return kept }
        let content = try await pool.read(table.read)
        state.withLock { state in
            if state.generations[table.name] == generation { state.contents[table.name] = content }
        }
        return content
    }

    /// Forgets tables that a transaction may have changed.
    func forget(_ changed: Set<String>) {
        let changed = changed.intersection(tables)
        guard !changed.isEmpty else { return }
        state.withLock { state in
            for name in changed {
                state.contents[name] = nil
                state.generations[name, default: 0] += 1
            }
        }
    }
}

/// Limits tables that requests without a sign-in can fill.
extension TableRecord {
    /// Deletes the oldest rows, so that one more row keeps the table within its capacity.
    ///
    /// Row numbers, including those of deleted rows, are counted, so that no table scan is needed.
    package static func makeRoom(in database: Database, capacity: Int) throws {
        try database.execute(
            sql: """
                DELETE FROM "\(databaseTableName)"
                WHERE rowid <= (SELECT max(rowid) FROM "\(databaseTableName)") - ?
                """, arguments: [capacity - 1])
    }

    package static func removeExpired(before time: Date, in database: Database) throws {
        try database.execute(sql: "DELETE FROM \"\(databaseTableName)\" WHERE expiresAt < ?", arguments: [time])
    }

    /// Deletes the oldest rows of a kind, so that one more row keeps that kind within its capacity.
    ///
    /// Row numbers are counted here as well, with newer rows of other kinds: the cost does not depend on the kind.
    package static func makeRoom(among rows: QueryInterfaceRequest<Self>, in database: Database, capacity: Int) throws {
        let newest = try Int.fetchOne(database, sql: "SELECT coalesce(max(rowid), 0) FROM \"\(databaseTableName)\"")
        try rows.filter(Column.rowID <= (newest ?? 0) - (capacity - 1)).deleteAll(database)
    }
}
