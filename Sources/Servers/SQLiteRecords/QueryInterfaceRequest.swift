// SPDX-License-Identifier: Apache-2.0

/// Rows of a table.
package struct QueryInterfaceRequest<Record>: Sendable {
    private let table: String
    private var selection: [SQL]
    private var conditions: [SQL] = []
    private var ordering: [SQL] = []
    private var range: SQL?

    init(table: String, selection: [SQL]) { (self.table, self.selection) = (table, selection) }

    package func filter(_ condition: SQL) -> Self { changed { $0.conditions.append(condition) } }

    /// The rows in another order.
    package func order(_ terms: any SQLSelectable...) -> Self { changed { $0.ordering = terms.map(\.selection) } }
    package func order(_ terms: [any SQLSelectable]) -> Self { changed { $0.ordering = terms.map(\.selection) } }

    package func limit(_ count: Int, offset: Int? = nil) -> Self {
        changed { $0.range = offset.map { " LIMIT \(count) OFFSET \($0)" } ?? " LIMIT \(count)" }
    }

    /// Values in place of records.
    package func select<Value: RowReadable>(
        _ terms: any SQLSelectable..., as type: Value.Type
    ) -> QueryInterfaceRequest<Value> {
        var request = QueryInterfaceRequest<Value>(table: table, selection: terms.map(\.selection))
        (request.conditions, request.ordering, request.range) = (conditions, ordering, range)
        return request
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var request = self
        change(&request)
        return request
    }

    private var scope: SQL {
        switch conditions.count {
        case 0: ""
        case 1: " WHERE \(conditions[0])"
        default: " WHERE \(conditions.map { "(\($0))" as SQL }.joined(separator: " AND "))"
        }
    }

    private var ending: SQL {
        "\(ordering.isEmpty ? "" : " ORDER BY \(ordering.joined(separator: ", "))" as SQL)\(range ?? "")"
    }

    var sql: SQL { "SELECT \(selection.joined(separator: ", ")) FROM \(sql: table.quoted)\(scope)\(ending)" }

    package func fetchCount(_ database: Database) throws -> Int {
        try Int.fetchOne(
            database,
            range == nil ? "SELECT count(*) FROM \(sql: table.quoted)\(scope)" : "SELECT count(*) FROM (\(sql))") ?? 0
    }

    package func isEmpty(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, "SELECT NOT EXISTS (SELECT 1 FROM \(sql: table.quoted)\(scope)\(range ?? ""))")
            ?? true
    }

    /// Removes the rows.
    ///
    /// - Returns: Their number.
    @discardableResult
    package func deleteAll(_ database: Database) throws -> Int {
        precondition(range == nil && ordering.isEmpty, "a removal has neither an order nor a limit")
        try database.execute("DELETE FROM \(sql: table.quoted)\(scope)")
        return database.changesCount
    }

    /// Changes columns of the rows.
    ///
    /// - Returns: Their number.
    @discardableResult
    package func updateAll(_ database: Database, _ assignments: SQL...) throws -> Int {
        precondition(range == nil && ordering.isEmpty, "a change has neither an order nor a limit")
        try database.execute("UPDATE \(sql: table.quoted) SET \(assignments.joined(separator: ", "))\(scope)")
        return database.changesCount
    }
}

extension QueryInterfaceRequest where Record: RowReadable {
    package func fetchOne(_ database: Database) throws -> Record? { try Record.fetchOne(database, sql) }
    package func fetchAll(_ database: Database) throws -> [Record] { try Record.fetchAll(database, sql) }
    package func fetchCursor(_ database: Database) throws -> RowCursor<Record> { try Record.fetchCursor(database, sql) }
}

extension QueryInterfaceRequest where Record: RowReadable & Hashable {
    package func fetchSet(_ database: Database) throws -> Set<Record> { Set(try fetchAll(database)) }
}

extension RowReadable {
    /// The first row.
    package static func fetchOne(_ database: Database, _ sql: SQL) throws -> Self? {
        var found: Self?
        try database.query(sql.text, sql.values) { row in
            found = try read(row)
            return false
        }
        return found
    }

    /// Every row.
    package static func fetchAll(_ database: Database, _ sql: SQL) throws -> [Self] {
        var found: [Self] = []
        try database.query(sql.text, sql.values) { row in
            guard let value = try read(row) else { throw row.mismatch(0, Self.self) }
            found.append(value)
            return true
        }
        return found
    }

    package static func fetchCursor(_ database: Database, _ sql: SQL) throws -> RowCursor<Self> {
        try database.cursor(sql.text, sql.values)
    }

    package static func fetchOne(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> Self?
    {
        try fetchOne(database, SQL(text: sql, values: arguments.values))
    }

    package static func fetchAll(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> [Self]
    {
        try fetchAll(database, SQL(text: sql, values: arguments.values))
    }

    package static func fetchCursor(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> RowCursor<Self> {
        try fetchCursor(database, SQL(text: sql, values: arguments.values))
    }
}

extension RowReadable where Self: Hashable {
    package static func fetchSet(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> Set<Self> {
        Set(try fetchAll(database, sql: sql, arguments: arguments))
    }
}

extension TableRecord {
    /// Every row.
    package static func all() -> QueryInterfaceRequest<Self> {
        QueryInterfaceRequest(table: databaseTableName, selection: databaseSelection.map(\.selection))
    }

    package static func filter(_ condition: SQL) -> QueryInterfaceRequest<Self> { all().filter(condition) }
    package static func order(_ terms: any SQLSelectable...) -> QueryInterfaceRequest<Self> { all().order(terms) }
    package static func order(_ terms: [any SQLSelectable]) -> QueryInterfaceRequest<Self> { all().order(terms) }
    package static func select<Value: RowReadable>(
        _ terms: any SQLSelectable, as type: Value.Type
    ) -> QueryInterfaceRequest<Value> {
        all().select(terms, as: type)
    }

    package static func fetchCount(_ database: Database) throws -> Int { try all().fetchCount(database) }

    @discardableResult
    package static func deleteAll(_ database: Database) throws -> Int { try all().deleteAll(database) }

    @discardableResult
    package static func updateAll(_ database: Database, _ assignment: SQL) throws -> Int {
        try all().updateAll(database, assignment)
    }

    private static func row(
        _ key: some DatabaseValueConvertible, in database: Database
    ) throws -> QueryInterfaceRequest<Self> {
        filter(Column(try database.primaryKey(of: databaseTableName)[0]) == key)
    }

    package static func filter(keys: [some DatabaseValueConvertible]) -> QueryInterfaceRequest<Self> {
        filter("\(keys.contains(Column("id")))")
    }

    /// Removes the rows of primary keys.
    ///
    /// - Returns: Their number.
    @discardableResult
    package static func deleteAll(_ database: Database, keys: [some DatabaseValueConvertible]) throws -> Int {
        try filter("\(keys.contains(Column(try database.primaryKey(of: databaseTableName)[0])))").deleteAll(database)
    }

    package static func exists(_ database: Database, key: some DatabaseValueConvertible) throws -> Bool {
        try !row(key, in: database).isEmpty(database)
    }

    /// Removes the row of a primary key.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    package static func deleteOne(_ database: Database, key: some DatabaseValueConvertible) throws -> Bool {
        try row(key, in: database).deleteAll(database) > 0
    }
}

/// Primary keys of several columns.
extension TableRecord {
    private static func row(_ key: [String: any DatabaseValueConvertible]) -> QueryInterfaceRequest<Self> {
        filter(
            key.sorted { $0.key < $1.key }.map { "\(Column($0.key)) = \($0.value.databaseValue)" as SQL }
                .joined(separator: " AND "))
    }

    @discardableResult
    package static func deleteOne(_ database: Database, key: [String: any DatabaseValueConvertible]) throws -> Bool {
        try row(key).deleteAll(database) > 0
    }

    package static func fetchOne(
        _ database: Database, key: [String: any DatabaseValueConvertible]
    ) throws -> Self? where Self: RowReadable { try row(key).fetchOne(database) }
}

extension TableRecord where Self: RowReadable {
    package static func fetchAll(_ database: Database) throws -> [Self] { try all().fetchAll(database) }
    package static func fetchOne(_ database: Database) throws -> Self? { try all().fetchOne(database) }
    package static func fetchCursor(_ database: Database) throws -> RowCursor<Self> { try all().fetchCursor(database) }

    /// The row of a primary key, which must be there.
    ///
    /// - Throws: ``RecordNotFound``.
    package static func find(_ database: Database, key: some DatabaseValueConvertible) throws -> Self {
        guard let row = try fetchOne(database, key: key) else { throw RecordNotFound(table: databaseTableName) }
        return row
    }

    /// The row of a primary key.
    package static func fetchOne(_ database: Database, key: some DatabaseValueConvertible) throws -> Self? {
        try row(key, in: database).fetchOne(database)
    }
}
