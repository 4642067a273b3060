// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

/// The current row of a statement: a view without copies, which ends with the next step.
///
/// A value of another type than the one asked for is a mistake of the program, as are a missing column and a row used
/// after the next step: they end the process. Records that are `Decodable` throw instead.
package struct Row {
    let statement: Statement
    private let step: Int

    init(_ statement: Statement) {
        self.statement = statement
        step = statement.stepCount
    }

    /// The number of columns.
    package var count: Int { statement.columnCount }

    /// A column; `nil` if it is NULL.
    func cell(_ column: Int) -> Cell? {
        // Not preconditions: optimized builds would drop their messages.
        guard statement.stepCount == step else { fatalError("the row was used after the next step") }
        guard column >= 0, column < statement.columnCount else { fatalError("the row has no column \(column)") }
        let cell = Cell(statement: statement.handle, column: Int32(column))
        return cell.type == SQLITE_NULL ? nil : cell
    }

    /// The bytes of a text or a blob, empty for NULL; they last until the next step.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer { cell(column)?.bytes ?? .init(start: nil, count: 0) }

    /// A value, which is not NULL.
    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value {
        guard let value = cell(column).flatMap(Value.read) else { fatalError(mismatch(column, Value.self).description) }
        return value
    }

    /// A value; `nil` for NULL, and for a value of another type.
    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value? { cell(column).flatMap(Value.read) }

    /// A value, which is not NULL.
    ///
    /// Names are compared byte by byte.
    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value { self[column(name)] }

    /// A value; `nil` for NULL, and for a value of another type.
    ///
    /// Names are compared byte by byte.
    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value? { self[column(name)] }

    /// A value as it is stored.
    package subscript(_ column: Int) -> DatabaseValue { cell(column)?.value ?? .null }

    /// A value as it is stored.
    ///
    /// Names are compared byte by byte.
    package subscript(_ name: String) -> DatabaseValue { self[column(name)] }

    private func column(_ name: String) -> Int {
        guard let column = statement.column(name) else { fatalError("the row has no column '\(name)'") }
        return column
    }

    /// The names and values of all columns.
    package var columns: [(name: String, value: DatabaseValue)] {
        (0..<count).map { (statement.name(of: $0), self[$0]) }
    }

    func mismatch(_ column: Int, _ type: Any.Type) -> DatabaseError {
        let found = cell(column) == nil ? "is NULL" : "has another form"
        return DatabaseError(
            resultCode: .mismatch, message: "the column '\(statement.name(of: column))' is not \(type): it \(found)")
    }
}

/// Queries whose rows a closure reads, for types that are not records.
extension Row {
    /// The value of the first row; `nil` without one.
    ///
    /// - Throws: ``DatabaseError``, and the closure's errors.
    package static func fetchOne<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = [], as read: (Row) throws -> Value
    ) throws -> Value? {
        var found: Value?
        try database.query(SQL(text: sql, values: arguments.values)) { row in
            found = try read(row)
            return false
        }
        return found
    }

    /// The values of all rows.
    ///
    /// - Throws: ``DatabaseError``, and the closure's errors.
    package static func fetchAll<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = [], as read: (Row) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try database.rows(SQL(text: sql, values: arguments.values)) { found.append(try read($0)) }
        return found
    }
}

/// Rows themselves are read one after the other, by a cursor: a list of them would be a list of views that have ended.
extension Row: RowReadable {
    package static func read(_ row: Row) throws -> Row? { row }

    @available(*, unavailable, message: "a row is a view; read it within Database.rows")
    package static func fetchOne(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> Row? {
        nil
    }

    @available(*, unavailable, message: "a row is a view; read it within Database.rows")
    package static func fetchAll(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> [Row] { [] }
}
