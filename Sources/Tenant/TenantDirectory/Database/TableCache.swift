// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import SQLiteRecords
import Synchronization

/// A table that is cached as a whole until a write changes it; each table has one reader.
package struct CachedTable<Content: Sendable>: Sendable {
    package let name: String
    package let read: @Sendable (Database) throws -> Content

    package init(name: String, read: @escaping @Sendable (Database) throws -> Content) {
        (self.name, self.read) = (name, read)
    }
}

/// Each committed write clears the table's entry before its callers continue; older content is not cached.
final class TableCache: Sendable {
    private struct State {
        var contents: [String: any Sendable] = [:]
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
    /// Makes room for one more row; counts row numbers, including deleted ones, to avoid a table scan.
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

    /// Makes room for one more of these rows; counts all row numbers, so that the cost does not depend on the kind.
    package static func makeRoom(among rows: QueryInterfaceRequest<Self>, in database: Database, capacity: Int) throws {
        let newest = try Int.fetchOne(database, sql: "SELECT coalesce(max(rowid), 0) FROM \"\(databaseTableName)\"")
        try rows.filter(Column.rowID <= (newest ?? 0) - (capacity - 1)).deleteAll(database)
    }
}
