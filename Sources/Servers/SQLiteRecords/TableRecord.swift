// SPDX-License-Identifier: Apache-2.0

/// A type whose values are rows of a table.
package protocol TableRecord {
    static var databaseTableName: String { get }
    /// The columns that requests read; all of them by default.
    static var databaseSelection: [any SQLSelectable] { get }
}

extension TableRecord {
    package static var databaseSelection: [any SQLSelectable] { ["*" as SQL] }
}

/// What a request can read, and what it can be ordered by.
package protocol SQLSelectable {
    var selection: SQL { get }
}

extension Column: SQLSelectable {
    package var selection: SQL { sql }
}

extension SQL: SQLSelectable {
    package var selection: SQL { self }
}

/// Requests.
extension TableRecord {
    /// Every row.
    package static func all() -> QueryInterfaceRequest<Self> {
        QueryInterfaceRequest(table: databaseTableName, selection: databaseSelection.map(\.selection))
    }

    /// The rows for which a condition holds.
    package static func filter(_ condition: SQL) -> QueryInterfaceRequest<Self> { all().filter(condition) }

    /// Every row, in an order.
    package static func order(_ terms: any SQLSelectable...) -> QueryInterfaceRequest<Self> { all().order(terms) }

    /// Every row, in an order.
    package static func order(_ terms: [any SQLSelectable]) -> QueryInterfaceRequest<Self> { all().order(terms) }

    /// The number of rows.
    ///
    /// - Throws: ``DatabaseError``.
    package static func fetchCount(_ database: Database) throws -> Int { try all().fetchCount(database) }

    /// Removes every row.
    ///
    /// - Returns: The number of removed rows.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    package static func deleteAll(_ database: Database) throws -> Int { try all().deleteAll(database) }
}

/// Rows by a primary key of one column; one of several columns is ``ResultCode/misuse``.
extension TableRecord {
    private static func row(
        _ key: some DatabaseValueConvertible, _ database: Database
    ) throws -> QueryInterfaceRequest<Self> {
        let columns = try database.primaryKey(of: databaseTableName)
        guard columns.count == 1 else { throw DatabaseError.misuse("the key of \(Self.self) has several columns") }
        return filter(Column(columns[0]) == key)
    }

    /// Whether there is a row with a primary key.
    ///
    /// - Throws: ``DatabaseError``.
    package static func exists(_ database: Database, key: some DatabaseValueConvertible) throws -> Bool {
        try !row(key, database).isEmpty(database)
    }

    /// Removes the row of a primary key.
    ///
    /// - Returns: Whether it existed.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    package static func deleteOne(_ database: Database, key: some DatabaseValueConvertible) throws -> Bool {
        try row(key, database).deleteAll(database) > 0
    }

    /// The row of a primary key; `nil` without one.
    ///
    /// - Throws: ``DatabaseError``; errors of a record's decoding.
    package static func fetchOne(
        _ database: Database, key: some DatabaseValueConvertible
    ) throws -> Self? where Self: RowReadable {
        try row(key, database).fetchOne(database)
    }

    /// The row of a primary key, which must exist.
    ///
    /// - Throws: ``RecordNotFound``; ``DatabaseError``; errors of a record's decoding.
    package static func find(
        _ database: Database, key: some DatabaseValueConvertible
    ) throws -> Self where Self: RowReadable {
        guard let record = try fetchOne(database, key: key) else { throw RecordNotFound(table: databaseTableName) }
        return record
    }
}

extension TableRecord where Self: RowReadable {
    /// The first row; `nil` without one.
    ///
    /// - Throws: ``DatabaseError``; errors of a record's decoding.
    package static func fetchOne(_ database: Database) throws -> Self? { try all().fetchOne(database) }

    /// Every row.
    ///
    /// - Throws: ``DatabaseError``; errors of a record's decoding.
    package static func fetchAll(_ database: Database) throws -> [Self] { try all().fetchAll(database) }

    /// Every row, one after the other.
    ///
    /// - Throws: ``DatabaseError``.
    package static func fetchCursor(_ database: Database) throws -> RowCursor<Self> { try all().fetchCursor(database) }
}

/// A record's row, which the call requires, does not exist.
package struct RecordNotFound: Error, Sendable, Hashable, CustomStringConvertible {
    /// The table without the row.
    package let table: String

    /// The cause; it does not contain the key.
    package var description: String { "the table '\(table)' has no row with this primary key" }
}
