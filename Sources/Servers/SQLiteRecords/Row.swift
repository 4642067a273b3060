// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

/// The current row of a statement: a view without copies, valid until the next step.
///
/// A damaged or edited file can hold any type in any column: each read of another type throws
/// ``ResultCode/mismatch``. A missing column, or a row used after the next step, is ``ResultCode/misuse``.
package struct Row {
    let statement: Statement
    private let step: Int

    init(_ statement: Statement) {
        self.statement = statement
        step = statement.stepCount
    }

    package var count: Int { statement.columnCount }

    func cell(_ column: Int) throws(DatabaseError) -> Cell? {
        guard statement.stepCount == step else { throw .misuse("the row was used after the next step") }
        guard column >= 0, column < statement.columnCount else { throw .misuse("the row has no column \(column)") }
        let type = sqlite3_column_type(statement.handle, Int32(column))
        return type == SQLITE_NULL ? nil : Cell(statement: statement.handle, column: Int32(column), type: type)
    }

    package func isNull(_ column: Int) throws(DatabaseError) -> Bool { try cell(column) == nil }

    /// The bytes of a text or blob, empty for NULL; valid until the next step.
    package func bytes(_ column: Int) throws(DatabaseError) -> UnsafeRawBufferPointer {
        try cell(column)?.bytes ?? .init(start: nil, count: 0)
    }

    // Text and integers have their own subscripts: a generic one in another module takes several times as long.
    package subscript(_ column: Int) -> String { get throws(DatabaseError) { try value(column) } }

    package subscript(_ column: Int) -> String? { get throws(DatabaseError) { try cell(column)?.text } }

    package subscript(_ column: Int) -> Int64 { get throws(DatabaseError) { try value(column) } }

    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value {
        get throws(DatabaseError) { try value(column) }
    }

    private func value<Value: DatabaseValueConvertible>(_ column: Int) throws(DatabaseError) -> Value {
        guard let value = try cell(column).flatMap(Value.read) else { throw mismatch(column, Value.self) }
        return value
    }

    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value? {
        get throws(DatabaseError) {
            guard let cell = try cell(column) else { return nil }
            guard let value = Value.read(cell) else { throw mismatch(column, Value.self) }
            return value
        }
    }

    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
        get throws(DatabaseError) { try self[column(name)] }
    }

    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value? {
        get throws(DatabaseError) { try self[column(name)] }
    }

    private func column(_ name: String) throws(DatabaseError) -> Int {
        guard let column = statement.column(name) else { throw .misuse("the row has no column '\(name)'") }
        return column
    }

    package var columns: [(name: String, value: DatabaseValue)] {
        get throws(DatabaseError) {
            try (0..<count).map { (column) throws(DatabaseError) in
                (statement.name(of: column), try cell(column)?.value ?? .null)
            }
        }
    }

    func mismatch(_ column: Int, _ type: Any.Type) -> DatabaseError {
        let found = (try? cell(column)) == nil ? "is NULL" : "has another form"
        return DatabaseError(
            resultCode: .mismatch, message: "the column '\(statement.name(of: column))' is not \(type): it \(found)")
    }
}

extension Row {
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

    package static func fetchAll<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = [], as read: (Row) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try database.rows(SQL(text: sql, values: arguments.values)) { found.append(try read($0)) }
        return found
    }
}
