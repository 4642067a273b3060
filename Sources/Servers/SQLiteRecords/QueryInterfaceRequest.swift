// SPDX-License-Identifier: Apache-2.0

/// Rows of a table, without joins or expressions on both sides of a comparison: write those as ``SQL``.
package struct QueryInterfaceRequest<Record>: Sendable {
    private let table: String
    private let selection: [SQL]
    private var conditions: [SQL] = []
    private var ordering: [SQL] = []
    private var range: SQL = ""

    init(table: String, selection: [SQL]) {
        self.table = table
        self.selection = selection
    }

    package func filter(_ condition: SQL) -> Self { changed { $0.conditions.append(condition) } }

    /// Replaces an earlier order.
    package func order(_ terms: any SQLSelectable...) -> Self { order(terms) }

    func order(_ terms: [any SQLSelectable]) -> Self { changed { $0.ordering = terms.map(\.selection) } }

    package func limit(_ count: Int, offset: Int = 0) -> Self {
        changed { $0.range = offset == 0 ? " LIMIT \(count)" : " LIMIT \(count) OFFSET \(offset)" }
    }

    package func select<Value: RowReadable>(
        _ term: any SQLSelectable, as type: Value.Type
    ) -> QueryInterfaceRequest<Value> {
        var request = QueryInterfaceRequest<Value>(table: table, selection: [term.selection])
        request.conditions = conditions
        request.ordering = ordering
        request.range = range
        return request
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var request = self
        change(&request)
        return request
    }

    private var condition: SQL {
        switch conditions.count {
        case 0: ""
        case 1: " WHERE \(conditions[0])"
        default: " WHERE \(conditions.map { "(\($0))" as SQL }.joined(separator: " AND "))"
        }
    }

    private var source: SQL { " FROM \(sql: table.quoted)\(condition)" }

    private var sql: SQL {
        let order: SQL = ordering.isEmpty ? "" : " ORDER BY \(ordering.joined(separator: ", "))"
        return "SELECT \(selection.joined(separator: ", "))\(source)\(order)\(range)"
    }

    private var isWhole: Bool { range.text.isEmpty && ordering.isEmpty }
}

extension QueryInterfaceRequest {
    package func fetchCount(_ database: Database) throws -> Int {
        try Int.fetchOne(
            database, range.text.isEmpty ? "SELECT count(*)\(source)" : "SELECT count(*) FROM (\(sql))") ?? 0
    }

    package func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, "SELECT 1\(source)\(range)") == nil
    }

    @discardableResult
    package func deleteAll(_ database: Database) throws -> Int {
        precondition(isWhole, "a removal has neither an order nor a limit")
        try database.execute("DELETE\(source)")
        return database.changesCount
    }

    @discardableResult
    package func updateAll(_ database: Database, _ assignments: SQL...) throws -> Int {
        precondition(isWhole, "a change has neither an order nor a limit")
        try database.execute("UPDATE \(sql: table.quoted) SET \(assignments.joined(separator: ", "))\(condition)")
        return database.changesCount
    }
}

extension QueryInterfaceRequest where Record: RowReadable {
    package func fetchOne(_ database: Database) throws -> Record? { try Record.fetchOne(database, sql) }

    package func fetchAll(_ database: Database) throws -> [Record] { try Record.fetchAll(database, sql) }

    package func fetchCursor(_ database: Database) throws -> RowCursor<Record> { try Record.fetchCursor(database, sql) }
}
