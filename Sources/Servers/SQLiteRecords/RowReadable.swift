// SPDX-License-Identifier: Apache-2.0

/// A type that is read from the rows of a query: a record, or a value in the first column.
package protocol RowReadable {
    /// Reads a row; `nil` for a value that is NULL.
    ///
    /// - Throws: ``DatabaseError`` with ``ResultCode/mismatch``; errors of a record's decoding.
    static func read(_ row: Row) throws -> Self?
}

extension RowReadable {
    /// The first row; `nil` without one, and for a value that is NULL.
    ///
    /// - Throws: ``DatabaseError``; errors of a record's decoding.
    package static func fetchOne(_ database: Database, _ sql: SQL) throws -> Self? {
        var found: Self?
        try database.query(sql) { row in
            found = try read(row)
            return false
        }
        return found
    }

    /// All rows.
    ///
    /// - Throws: ``DatabaseError``, with ``ResultCode/mismatch`` for a value that is NULL; errors of a record's
    ///   decoding.
    package static func fetchAll(_ database: Database, _ sql: SQL) throws -> [Self] {
        var found: [Self] = []
        try database.rows(sql) { row in
            guard let value = try read(row) else { throw row.mismatch(0, Self.self) }
            found.append(value)
        }
        return found
    }

    /// All rows, one after the other.
    ///
    /// - Throws: ``DatabaseError``.
    package static func fetchCursor(_ database: Database, _ sql: SQL) throws -> RowCursor<Self> {
        try database.cursor(sql)
    }

    /// The same as ``fetchOne(_:_:)``.
    package static func fetchOne(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> Self? {
        try fetchOne(database, SQL(text: sql, values: arguments.values))
    }

    /// The same as ``fetchAll(_:_:)``.
    package static func fetchAll(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> [Self] {
        try fetchAll(database, SQL(text: sql, values: arguments.values))
    }
}
