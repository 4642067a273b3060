// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

/// The current row of a statement: a view without copies, which ends with the next step.
///
/// A file can be damaged or edited, so that any stored value can be of another type than the program expects: whatever
/// reads one throws ``ResultCode/mismatch``. A missing column, or a row used after the next step, is a mistake of the
/// program: ``ResultCode/misuse``.
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
    func cell(_ column: Int) throws(DatabaseError) -> Cell? {
        guard statement.stepCount == step else { throw .misuse("the row was used after the next step") }
        guard column >= 0, column < statement.columnCount else { throw .misuse("the row has no column \(column)") }
        let type = sqlite3_column_type(statement.handle, Int32(column))
        return type == SQLITE_NULL ? nil : Cell(statement: statement.handle, column: Int32(column), type: type)
    }

    /// Whether a column is NULL.
    package func isNull(_ column: Int) throws(DatabaseError) -> Bool { try cell(column) == nil }

    /// The bytes of a text or a blob, empty for NULL; they last until the next step.
    package func bytes(_ column: Int) throws(DatabaseError) -> UnsafeRawBufferPointer {
        try cell(column)?.bytes ?? .init(start: nil, count: 0)
    }

    /// A text, which is not NULL.
    ///
    /// Texts and integers are read most, and a generic subscript takes several times as long in another module.
    package subscript(_ column: Int) -> String {
        get throws(DatabaseError) { try value(column) }
    }

    /// A text; `nil` for NULL.
    package subscript(_ column: Int) -> String? {
        get throws(DatabaseError) { try cell(column)?.text }
    }

    /// An integer, which is not NULL.
    package subscript(_ column: Int) -> Int64 {
        get throws(DatabaseError) { try value(column) }
    }

    /// A value, which is not NULL.
    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value {
        get throws(DatabaseError) { try value(column) }
    }

    private func value<Value: DatabaseValueConvertible>(_ column: Int) throws(DatabaseError) -> Value {
        guard let value = try cell(column).flatMap(Value.read) else { throw mismatch(column, Value.self) }
        return value
    }

    /// A value; `nil` for NULL.
    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value? {
        get throws(DatabaseError) {
            guard let cell = try cell(column) else { return nil }
            guard let value = Value.read(cell) else { throw mismatch(column, Value.self) }
            return value
        }
    }

    /// A value, which is not NULL.
    ///
    /// Names are compared byte by byte.
    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
        get throws(DatabaseError) { try self[column(name)] }
    }

    /// A value; `nil` for NULL.
    ///
    /// Names are compared byte by byte.
    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value? {
        get throws(DatabaseError) { try self[column(name)] }
    }

    private func column(_ name: String) throws(DatabaseError) -> Int {
        guard let column = statement.column(name) else { throw .misuse("the row has no column '\(name)'") }
        return column
    }

    /// The names and values of all columns.
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
