// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import Foundation

/// A connection, for the closures of ``DatabasePool`` alone.
package final class Database {
    /// How a connection is opened.
    enum Mode: Sendable {
        case writer(DatabasePool.Durability)
        case reader
        case memory
    }

    let handle: OpaquePointer
    private let notes = StatementNotes()
    private var kept: [String: Statement] = [:]
    private var useCount = 0
    private var primaryKeys: [String: [String]] = [:]
    var texts: [RecordText.Key: RecordText] = [:]
    /// Whether a closure may only read.
    var isReading = false
    /// The tables that statements of the transaction may have written to.
    var changedTables: Set<String> = []
    var afterCommit: [(Database) -> Void] = []

    /// The largest number of kept statements.
    private static let capacity = 128

    init(path: String, _ mode: Mode, busyTimeout: Int32 = 5000, cacheSize: Int? = nil) throws {
        guard sqlite3_libversion_number() >= 3_035_000 else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "SQLite is older than 3.35")
        }
        let flags = if case .reader = mode { SQLITE_OPEN_READONLY } else { SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        self.handle = handle
        do {
            sqlite3_extended_result_codes(handle, 1)
            try check(code)
            try check(sqlite3_busy_timeout(handle, busyTimeout))
            try check(csqlite_make_strict(handle))
            try check(
                sqlite3_set_authorizer(handle, StatementNotes.authorize, Unmanaged.passUnretained(notes).toOpaque()))
            if case .writer(let durability) = mode {
                try beginLog(patience: busyTimeout)
                // After the log, because SQLite may choose another level for it.
                try set(
                    "synchronous", to: durability == .power ? "FULL" : "NORMAL", reads: durability == .power ? 2 : 1)
                #if canImport(Darwin)
                if durability == .power { try set("fullfsync", to: "1", reads: 1) }
                #endif
                try set("journal_size_limit", to: "67108864", reads: 67_108_864)
            }
            if case .reader = mode {} else { try set("secure_delete", to: "FAST", reads: 2) }
            try set("foreign_keys", to: "1", reads: 1)
            if let cacheSize { try set("cache_size", to: String(cacheSize), reads: cacheSize) }
            // The first page shows whether the file is a database.
            _ = try Int.fetchOne(self, sql: "PRAGMA schema_version")
        } catch {
            kept = [:]
            sqlite3_close(handle)
            isClosed = true
            throw error
        }
    }

    private var isClosed = false

    deinit {
        guard !isClosed else { return }
        kept = [:]
        sqlite3_close(handle)
    }

    /// Sets a pragma, and reads it back: SQLite ignores what it does not know or cannot do.
    private func set<Value: DatabaseValueConvertible & Equatable>(
        _ pragma: String, to value: String, reads expected: Value
    ) throws {
        try execute(sql: "PRAGMA \(pragma) = \(value)")
        guard try Value.fetchOne(self, sql: "PRAGMA \(pragma)") == expected else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "SQLite does not set '\(pragma)' to \(value)")
        }
    }

    /// Turns the write-ahead log on. When two programs do this to a new file, SQLite refuses one of them at once.
    private func beginLog(patience: Int32) throws {
        var waited: Int32 = 0
        while true {
            do {
                return try set("journal_mode", to: "WAL", reads: "wal")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && waited < patience {
                waited += sqlite3_sleep(5)
            }
        }
    }

    private func check(_ code: Int32) throws { if code != SQLITE_OK { throw error(code) } }

    func error(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(handle).map { String(cString: $0) })
    }

    /// The rows that the last statement changed.
    package var changesCount: Int { Int(sqlite3_changes(handle)) }
    /// The number of the row that was inserted last.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
    package var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}

@available(*, unavailable) extension Database: Sendable {}
@available(*, unavailable) extension Statement: Sendable {}

/// What SQLite tells about a statement while it is prepared.
private final class StatementNotes {
    var writes: Set<String> = []
    var changesSchema = false

    /// A function without isolation: SQLite calls it on any thread.
    static let authorize:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { context, action, name, _, _, _ in
            guard let context else { return SQLITE_OK }
            let notes = Unmanaged<StatementNotes>.fromOpaque(context).takeUnretainedValue()
            switch action {
            case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
                if let name, strncmp(name, "sqlite_", 7) != 0 { notes.writes.insert(String(cString: name)) }
            case SQLITE_READ, SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_PRAGMA,
                SQLITE_RECURSIVE:
                break
            default: notes.changesSchema = true
            }
            return SQLITE_OK
        }
}

/// Statements.
extension Database {
    /// Carries out statements, separated by semicolons; values are for a single one.
    package func execute(sql: String, arguments: StatementArguments = []) throws { try execute(sql, arguments.values) }

    package func execute(_ sql: SQL) throws { try execute(sql.text, sql.values) }

    func execute(_ text: String, _ values: [DatabaseValue]) throws {
        if let statement = kept[text] {
            take(statement)
            defer { giveBack(statement) }
            return try run(statement, values)
        }
        var rest = text
        repeat {
            let (statement, tail) = try prepare(rest)
            guard let statement else { return }
            take(statement)
            defer { giveBack(statement) }
            if tail.isEmpty, rest == text { keep(statement, text) }
            try run(statement, values)
            rest = tail
        } while !rest.isEmpty
    }

    private func run(_ statement: Statement, _ values: [DatabaseValue]) throws {
        try start(statement, values)
        while try statement.step(in: self) {}
        if statement.changesSchema { (primaryKeys, texts) = ([:], [:]) }
    }

    private func start(_ statement: Statement, _ values: [DatabaseValue]) throws {
        if !statement.writes.isEmpty {
            if isReading { throw DatabaseError(resultCode: .SQLITE_READONLY, message: "a read changes something") }
            changedTables.formUnion(statement.writes)
        }
        try statement.bind(values, in: self)
    }

    /// Reads rows; each is valid until the closure returns.
    package func rows(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        try query(sql.text, sql.values) {
            try body($0)
            return true
        }
    }

    /// Reads rows until the closure returns `false`.
    func query(_ text: String, _ values: [DatabaseValue], _ body: (Row) throws -> Bool) throws {
        let statement = try statement(text)
        defer { giveBack(statement) }
        try start(statement, values)
        while try statement.step(in: self) { guard try body(Row(statement)) else { return } }
    }

    func cursor<Element: RowReadable>(_ text: String, _ values: [DatabaseValue]) throws -> RowCursor<Element> {
        let statement = try statement(text)
        let cursor = RowCursor<Element>(self, statement)
        try start(statement, values)
        return cursor
    }

    /// A statement that nobody else steps through: one text may be in use twice, one inside the other.
    private func statement(_ text: String) throws -> Statement {
        if let statement = kept[text], !statement.isTaken {
            take(statement)
            return statement
        }
        let (statement, tail) = try prepare(text)
        guard let statement, tail.isEmpty else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a query is one statement")
        }
        if kept[text] == nil { keep(statement, text) }
        take(statement)
        return statement
    }

    private func take(_ statement: Statement) {
        useCount += 1
        (statement.isTaken, statement.lastUse) = (true, useCount)
    }

    func giveBack(_ statement: Statement) {
        statement.reset()
        statement.isTaken = false
    }

    private func keep(_ statement: Statement, _ text: String) {
        if kept.count >= Self.capacity,
            let oldest = kept.filter({ !$0.value.isTaken }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            kept[oldest.key] = nil
        }
        kept[text] = statement
    }

    /// Prepares the first statement of a text.
    ///
    /// - Returns: The statement, `nil` if there is none; and the rest of the text.
    private func prepare(_ text: String) throws -> (Statement?, rest: String) {
        (notes.writes, notes.changesSchema) = ([], false)
        var text = text
        let (code, pointer, rest) = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var (pointer, tail): (OpaquePointer?, UnsafePointer<CChar>?)
                let code = sqlite3_prepare_v3(
                    handle, characters.baseAddress, Int32(characters.count), UInt32(SQLITE_PREPARE_PERSISTENT),
                    &pointer, &tail)
                let used = tail.flatMap { tail in characters.baseAddress.map { tail - $0 } } ?? characters.count
                return (code, pointer, String(decoding: bytes[used...], as: UTF8.self))
            }
        }
        try check(code)
        let tail = rest.allSatisfy(\.isWhitespace) ? "" : rest
        guard let pointer else { return (nil, "") }
        // A query that opens a virtual table for the first time seems to declare it, and thus to write to the schema.
        let isQuery = sqlite3_stmt_readonly(pointer) != 0
        return (
            Statement(
                pointer, writes: isQuery ? [] : Array(notes.writes), changesSchema: !isQuery && notes.changesSchema),
            tail
        )
    }

    /// Whether a table has a column.
    package func hasColumn(_ column: String, in table: String) throws -> Bool {
        try Bool.fetchOne(
            self, "SELECT EXISTS (SELECT 1 FROM pragma_table_info(\(table)) WHERE name = \(column))") ?? false
    }

    /// The columns of a table's primary key, which is the number of the row if the table declares none.
    func primaryKey(of table: String) throws -> [String] {
        if let columns = primaryKeys[table] { return columns }
        var columns: [(place: Int, name: String)] = []
        try rows("SELECT pk, name FROM pragma_table_info(\(table)) WHERE pk > 0") { columns.append(($0[0], $0[1])) }
        let names = columns.sorted { $0.place < $1.place }.map(\.name)
        primaryKeys[table] = names.isEmpty ? ["rowid"] : names
        return names.isEmpty ? ["rowid"] : names
    }
}

/// Transactions.
extension Database {
    /// Calls a closure once the transaction is on the disk; never if it, or the change that called this, was taken back.
    package func afterNextTransaction(onCommit: @escaping (Database) -> Void) { afterCommit.append(onCommit) }

    /// Carries out changes that are taken back together if one of them throws.
    package func inSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
        let hooks = afterCommit.count
        try execute("SAVEPOINT change", [])
        do {
            let value = try body()
            try execute("RELEASE change", [])
            return value
        } catch {
            // SQLite itself ends a transaction when the disk is full; then there is nothing to take back.
            if isInsideTransaction { try execute("ROLLBACK TO change; RELEASE change", []) }
            afterCommit.removeSubrange(min(hooks, afterCommit.count)...)
            throw error
        }
    }

    /// Carries out changes in a transaction.
    ///
    /// - Returns: The value, and the tables that may have changed.
    func inTransaction<Value>(_ body: (Database) throws -> Value) throws -> (Value, tables: Set<String>) {
        try begin()
        do {
            let value = try body(self)
            return (value, try commit())
        } catch {
            rollBack()
            throw error
        }
    }

    func begin() throws {
        (changedTables, afterCommit) = ([], [])
        try execute("BEGIN IMMEDIATE", [])
    }

    /// Ends the transaction, and calls what waited for it.
    func commit() throws -> Set<String> {
        try execute("COMMIT", [])
        let (hooks, tables) = (afterCommit, changedTables)
        (changedTables, afterCommit) = ([], [])
        for hook in hooks { hook(self) }
        return tables
    }

    func rollBack() {
        if isInsideTransaction { try? execute("ROLLBACK", []) }
        (changedTables, afterCommit) = ([], [])
    }

    /// Reads in one snapshot.
    func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try execute("BEGIN DEFERRED", [])
        isReading = true
        defer {
            isReading = false
            try? execute("COMMIT", [])
        }
        return try body(self)
    }
}
