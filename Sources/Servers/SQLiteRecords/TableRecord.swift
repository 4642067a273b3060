// SPDX-License-Identifier: Apache-2.0

package protocol TableRecord {
    static var databaseTableName: String { get }
    static var databaseSelection: [any SQLSelectable] { get }
}

extension TableRecord {
    package static var databaseSelection: [any SQLSelectable] { ["*" as SQL] }
}

package protocol SQLSelectable {
    var selection: SQL { get }
}

extension Column: SQLSelectable {
    package var selection: SQL { sql }
}

extension SQL: SQLSelectable {
    package var selection: SQL { self }
}

extension TableRecord {
    package static func all() -> QueryInterfaceRequest<Self> {
        QueryInterfaceRequest(table: databaseTableName, selection: databaseSelection.map(\.selection))
    }

    package static func filter(_ condition: SQL) -> QueryInterfaceRequest<Self> { all().filter(condition) }

    package static func order(_ terms: any SQLSelectable...) -> QueryInterfaceRequest<Self> { all().order(terms) }

    package static func order(_ terms: [any SQLSelectable]) -> QueryInterfaceRequest<Self> { all().order(terms) }

    package static func fetchCount(_ database: Database) throws -> Int { try all().fetchCount(database) }

    @discardableResult
    package static func deleteAll(_ database: Database) throws -> Int { try all().deleteAll(database) }
}

/// Rows by a primary key of one column; a key of several columns is ``ResultCode/misuse``.
extension TableRecord {
    private static func row(
        _ key: some DatabaseValueConvertible, _ database: Database
    ) throws -> QueryInterfaceRequest<Self> {
        let columns = try database.primaryKey(of: databaseTableName)
        guard columns.count == 1 else { throw DatabaseError.misuse("the key of \(Self.self) has several columns") }
        return filter(Column(columns[0]) == key)
    }

    package static func exists(_ database: Database, key: some DatabaseValueConvertible) throws -> Bool {
        try !row(key, database).isEmpty(database)
    }

    @discardableResult
    package static func deleteOne(_ database: Database, key: some DatabaseValueConvertible) throws -> Bool {
        try row(key, database).deleteAll(database) > 0
    }

    package static func fetchOne(
        _ database: Database, key: some DatabaseValueConvertible
    ) throws -> Self? where Self: RowReadable {
        try row(key, database).fetchOne(database)
    }

    package static func find(
        _ database: Database, key: some DatabaseValueConvertible
    ) throws -> Self where Self: RowReadable {
        guard let record = try fetchOne(database, key: key) else { throw RecordNotFound(table: databaseTableName) }
        return record
    }
}

extension TableRecord where Self: RowReadable {
    package static func fetchOne(_ database: Database) throws -> Self? { try all().fetchOne(database) }

    package static func fetchAll(_ database: Database) throws -> [Self] { try all().fetchAll(database) }

    package static func fetchCursor(_ database: Database) throws -> RowCursor<Self> { try all().fetchCursor(database) }
}

package struct RecordNotFound: Error, Sendable, Hashable, CustomStringConvertible {
    package let table: String

    package var description: String { "the table '\(table)' has no row with this primary key" }
}
