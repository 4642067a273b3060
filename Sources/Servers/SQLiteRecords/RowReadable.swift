// SPDX-License-Identifier: Apache-2.0

package protocol RowReadable {
    /// Reads a row; `nil` for NULL, and ``ResultCode/mismatch`` for a value of another type.
    static func read(_ row: Row) throws -> Self?
}

extension RowReadable {
    /// The first row; `nil` without one, and for NULL.
    package static func fetchOne(_ database: Database, _ sql: SQL) throws -> Self? {
        var found: Self?
        try database.query(sql) { row in
            found = try read(row)
            return false
        }
        return found
    }

    /// All rows; throws ``ResultCode/mismatch`` for NULL.
    package static func fetchAll(_ database: Database, _ sql: SQL) throws -> [Self] {
        var found: [Self] = []
        try database.rows(sql) { row in
            guard let value = try read(row) else { throw row.mismatch(0, Self.self) }
            found.append(value)
        }
        return found
    }

    package static func fetchCursor(_ database: Database, _ sql: SQL) throws -> RowCursor<Self> {
        try database.cursor(sql)
    }

    package static func fetchOne(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> Self? {
        try fetchOne(database, SQL(text: sql, values: arguments.values))
    }

    package static func fetchAll(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> [Self] {
        try fetchAll(database, SQL(text: sql, values: arguments.values))
    }
}
