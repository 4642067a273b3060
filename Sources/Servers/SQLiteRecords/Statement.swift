// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import PortableFoundation

final class Statement {
    let handle: OpaquePointer
    private(set) var columnCount: Int
    let isReadOnly: Bool
    /// The tables that it can write to, including those of its triggers and foreign keys.
    private(set) var writtenTables: Set<String>
    let changesSchema: Bool

    var isInUse = true
    var lastUse = 0
    /// Invalidates rows of earlier steps.
    private(set) var stepCount = 0
    private var hasBegun = false
    private var repetitionCount: Int32 = 0

    /// The columns read by name from the last row, in order: the next row is read alike, and comparing one name is
    /// faster than hashing it.
    private var lookups: [(name: String, column: Int)] = []
    private var nextLookup = 0
    private lazy var columns: [String: Int] = columnsByName()
    private lazy var jsonTypes: [ObjectIdentifier?] = Array(repeating: nil, count: columnCount)

    /// Takes ownership of the prepared statement.
    init(_ handle: OpaquePointer, actions: StatementActions) {
        self.handle = handle
        columnCount = Int(sqlite3_column_count(handle))
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
        // The first query of a virtual table declares it, which looks like a change of the schema.
        writtenTables = isReadOnly ? [] : actions.writtenTables
        changesSchema = !isReadOnly && actions.changesSchema
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [DatabaseValue], in database: Database) throws {
        guard sqlite3_bind_parameter_count(handle) == values.count else {
            throw DatabaseError.misuse("the number of arguments does not match")
        }
        var index: Int32 = 0
        for value in values {
            index += 1
            try database.check(bind(value, at: index))
        }
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
        case .real(let real): sqlite3_bind_double(handle, index, real)
        case .text(var text):
            text.withUTF8 { tessera_sqlite_bind_text(handle, index, $0.baseAddress, $0.count) }
        case .blob(let data):
            data.withUnsafeBytes { tessera_sqlite_bind_blob(handle, index, $0.baseAddress, $0.count) }
        }
    }

    func step(in database: Database) throws -> Bool {
        stepCount &+= 1
        nextLookup = 0
        let code = sqlite3_step(handle)
        // Also if the step fails: SQLite reports a re-preparation only once.
        if !hasBegun {
            hasBegun = true
            noteRepetition(in: database)
        }
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw database.error(code) }
        return code == SQLITE_ROW
    }

    /// Discards facts about the old schema if SQLite has prepared the statement again with this first step.
    private func noteRepetition(in database: Database) {
        let count = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        guard count != repetitionCount else { return }
        repetitionCount = count
        columnCount = Int(sqlite3_column_count(handle))
        columns = columnsByName()
        jsonTypes = Array(repeating: nil, count: columnCount)
        lookups = []
        database.forgetSchema()
        if !isReadOnly {
            writtenTables.formUnion(database.actions.writtenTables)
            database.changedTables.formUnion(writtenTables)
        }
    }

    func reset() {
        stepCount &+= 1
        hasBegun = false
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

extension Statement {
    func name(of column: Int) -> String {
        sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    private func columnsByName() -> [String: Int] {
        Dictionary((0..<columnCount).map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    func column(_ name: String) -> Int? {
        if nextLookup < lookups.count, lookups[nextLookup].name == name {
            nextLookup += 1
            return lookups[nextLookup - 1].column
        }
        guard let column = columns[name] else { return nil }
        lookups.removeSubrange(nextLookup...)
        lookups.append((name, column))
        nextLookup = lookups.count
        return column
    }

    func heldJSON(of type: Any.Type, in column: Int) -> Bool { jsonTypes[column] == ObjectIdentifier(type) }

    func noteJSON(of type: Any.Type, in column: Int) { jsonTypes[column] = ObjectIdentifier(type) }
}

@available(*, unavailable) extension Statement: Sendable {}
