// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import Foundation

/// A prepared statement. ``Database`` keeps it by its text.
package final class Statement {
    let pointer: OpaquePointer
    /// The tables that it may write to, with those of its triggers and foreign keys.
    let writes: [String]
    let changesSchema: Bool
    let columnCount: Int
    /// Whether somebody steps through it.
    var isTaken = false
    /// When it was last taken.
    var lastUse = 0
    /// Counts the steps, so that a row knows whether it is still the current one.
    private(set) var stepCount = 0

    private struct Lookup {
        let name: String
        let column: Int
        var jsonType: ObjectIdentifier?
    }

    /// The columns that the last row was asked for by name, in this order: the next row is asked for the same ones.
    private var lookups: [Lookup] = []
    private var nextLookup = 0
    private lazy var columns: [String: Int] = Dictionary(
        (0..<columnCount).map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })

    init(_ pointer: OpaquePointer, writes: [String], changesSchema: Bool) {
        (self.pointer, self.writes, self.changesSchema) = (pointer, writes, changesSchema)
        columnCount = Int(sqlite3_column_count(pointer))
    }

    deinit { sqlite3_finalize(pointer) }

    func bind(_ values: [DatabaseValue], in database: Database) throws {
        guard sqlite3_bind_parameter_count(pointer) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments")
        }
        var index: Int32 = 0
        for value in values {
            index += 1
            let code =
                switch value {
                case .null: sqlite3_bind_null(pointer, index)
                case .integer(let value): sqlite3_bind_int64(pointer, index, value)
                case .real(let value): sqlite3_bind_double(pointer, index, value)
                case .text(var value): value.withUTF8 { csqlite_bind_text(pointer, index, $0.baseAddress, $0.count) }
                case .blob(let value):
                    value.withUnsafeBytes { csqlite_bind_blob(pointer, index, $0.baseAddress, $0.count) }
                }
            guard code == SQLITE_OK else { throw database.error(code) }
        }
    }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    func step(in database: Database) throws -> Bool {
        (stepCount, nextLookup) = (stepCount &+ 1, 0)
        let code = sqlite3_step(pointer)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw database.error(code) }
        return code == SQLITE_ROW
    }

    func reset() {
        stepCount &+= 1
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    func name(of column: Int) -> String {
        sqlite3_column_name(pointer, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// The column of a name.
    func column(_ name: String) -> Int? {
        if nextLookup < lookups.count, lookups[nextLookup].name == name {
            nextLookup += 1
            return lookups[nextLookup - 1].column
        }
        guard let column = columns[name] else { return nil }
        lookups.removeSubrange(min(nextLookup, lookups.count)...)
        lookups.append(Lookup(name: name, column: column))
        nextLookup = lookups.count
        return column
    }

    /// Whether the column that was just looked up held JSON of this type in an earlier row.
    func heldJSON(of type: ObjectIdentifier) -> Bool {
        nextLookup > 0 && nextLookup <= lookups.count && lookups[nextLookup - 1].jsonType == type
    }

    func noteJSON(of type: ObjectIdentifier) {
        if nextLookup > 0, nextLookup <= lookups.count { lookups[nextLookup - 1].jsonType = type }
    }
}

/// The current row of a statement: a view without copies, which ends with the next step.
package struct Row {
    let statement: Statement
    private let step: Int

    init(_ statement: Statement) { (self.statement, step) = (statement, statement.stepCount) }

    /// The number of columns.
    package var count: Int { statement.columnCount }

    /// A column; `nil` if it is NULL.
    package func cell(_ column: Int) -> Cell? {
        guard statement.stepCount == step else { fatalError("the row was used after the next step") }
        guard column >= 0, column < statement.columnCount else { fatalError("the row has no column \(column)") }
        let cell = Cell(statement: statement.pointer, column: Int32(column))
        return cell.type == SQLITE_NULL ? nil : cell
    }

    /// The bytes of a column, empty for NULL; they last until the next step.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer { cell(column)?.bytes ?? .init(start: nil, count: 0) }

    /// A value by number; a value of another form is a mistake of the program, as is NULL.
    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value {
        guard let value = cell(column).flatMap(Value.read) else { fatalError(mismatch(column, Value.self).description) }
        return value
    }

    package subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value? { cell(column).flatMap(Value.read) }

    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value { self[column(name)] }

    package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value? { self[column(name)] }

    /// A value as it is.
    package subscript(_ name: String) -> DatabaseValue { cell(column(name))?.value ?? .null }

    package subscript(_ column: Int) -> DatabaseValue { cell(column)?.value ?? .null }

    private func column(_ name: String) -> Int {
        guard let column = statement.column(name) else { fatalError("the row has no column '\(name)'") }
        return column
    }

    /// The names and values of all columns.
    package var columns: [(name: String, value: DatabaseValue)] {
        (0..<count).map { (statement.name(of: $0), self[$0]) }
    }

    func mismatch(_ column: Int, _ type: any Any.Type) -> DatabaseError {
        let found = cell(column) == nil ? "is NULL" : "has another form"
        return DatabaseError(
            resultCode: .SQLITE_MISMATCH,
            message: "the column '\(statement.name(of: column))' is not \(type): it \(found)")
    }
}

/// Rows as values of a closure: for types that are no records.
extension Row {
    /// The value of the first row; `nil` without one.
    package static func fetchOne<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = [], as read: (Row) throws -> Value
    ) throws -> Value? {
        var found: Value?
        try database.query(sql, arguments.values) { row in
            found = try read(row)
            return false
        }
        return found
    }

    /// The values of all rows.
    package static func fetchAll<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = [], as read: (Row) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try database.query(sql, arguments.values) { row in
            found.append(try read(row))
            return true
        }
        return found
    }
}

/// Rows themselves are read one after the other: a list of them would be a list of views that have ended.
extension Row: RowReadable {
    package static func read(_ row: Row) throws -> Row? { row }

    @available(*, unavailable, message: "a row is a view; read it within Database.rows")
    package static func fetchOne(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> Row? {
        nil
    }
    @available(*, unavailable, message: "a row is a view; read it within Database.rows")
    package static func fetchAll(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> [Row]
    { [] }
}

/// Values, one after the other.
package protocol Cursor<Element> {
    associatedtype Element
    /// The next one; `nil` at the end.
    func next() throws -> Element?
}

/// The rows of a query, one after the other.
package final class RowCursor<Element: RowReadable>: Cursor {
    private let database: Database
    private let statement: Statement
    private var isAtEnd = false

    init(_ database: Database, _ statement: Statement) { (self.database, self.statement) = (database, statement) }

    deinit { database.giveBack(statement) }

    /// The next one; `nil` at the end.
    package func next() throws -> Element? {
        guard !isAtEnd, try statement.step(in: database) else {
            isAtEnd = true
            return nil
        }
        let row = Row(statement)
        guard let element = try Element.read(row) else { throw row.mismatch(0, Element.self) }
        return element
    }

    package func forEach(_ body: (Element) throws -> Void) throws {
        while let element = try next() { try body(element) }
    }

    package func reduce<Result>(into result: Result, _ body: (inout Result, Element) throws -> Void) throws -> Result {
        var result = result
        while let element = try next() { try body(&result, element) }
        return result
    }
}
