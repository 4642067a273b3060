// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import PortableFoundation

/// A connection, for the closures of ``DatabasePool`` alone.
package final class Database {
    /// How a connection is opened.
    enum Mode: Sendable {
        /// It writes a file, which it creates where missing.
        case writer(DatabasePool.Durability)
        /// It reads a file. The cache holds up to this many KiB of pages; `nil` for SQLite's 2,000.
        case reader(busyTimeout: Duration, cacheSize: Int?)
        /// It reads and writes a database in memory.
        case memory

        fileprivate var flags: Int32 {
            // Each connection has a lock of ours.
            let access =
                if case .reader = self { SQLITE_OPEN_READONLY } else { SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE }
            return access | SQLITE_OPEN_NOMUTEX
        }
    }

    /// How long connections wait for another program that holds the file.
    static let busyTimeout = Duration.seconds(5)

    let handle: OpaquePointer
    let actions = StatementActions()
    var statements = StatementCache()
    /// The texts of statements for records.
    var recordStatements: [RecordStatement.Key: RecordStatement] = [:]
    var primaryKeys: [String: [String]] = [:]

    /// Whether the closure that has the database may only read.
    var isReading = false
    /// Whether a transaction of ours began and has not ended.
    ///
    /// SQLite ends one itself after some errors.
    var expectsTransaction = false
    /// The tables that statements may have written to, until ``takeChangedTables()``.
    var changedTables: Set<String> = []
    /// What ``afterNextTransaction(onCommit:)`` took.
    var commitHooks: [(Database) -> Void] = []

    /// Opens a connection.
    ///
    /// - Throws: ``DatabaseError``, if the file is no database, or if SQLite does not take a setting.
    init(path: String, _ mode: Mode) throws {
        guard sqlite3_libversion_number() >= 3_035_000 else {
            throw DatabaseError.misuse("SQLite \(String(cString: sqlite3_libversion())) is older than 3.35")
        }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, mode.flags, nil)
        guard let handle else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        // From here on, an error releases this object, which closes the connection.
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        try check(code)
        try check(tessera_sqlite_make_strict(handle))
        try check(actions.observe(handle))
        try configure(mode)
        // The first page shows whether the file is a database.
        _ = try Int.fetchOne(self, "PRAGMA schema_version")
    }

    deinit {
        // A row can outlive the connection, and keeps its statement: with `_v2`, the last one's end closes the file.
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    private func configure(_ mode: Mode) throws {
        switch mode {
        case .writer(let durability):
            try turnOnLog()
            try wait(upTo: Self.busyTimeout)
            // After the log, for which SQLite may choose another level.
            switch durability {
            case .power: try setPragma("synchronous", to: "FULL", reading: 2)
            case .process: try setPragma("synchronous", to: "NORMAL", reading: 1)
            }
            #if canImport(Darwin)
            // There, a plain fsync leaves data in the disk's own cache.
            if durability == .power { try setPragma("fullfsync", to: "1", reading: 1) }
            #endif
            // After a long transaction, the log's file becomes as short as this again.
            try setPragma("journal_size_limit", to: "67108864", reading: 67_108_864)
            // Deleted secrets do not stay in the file.
            try setPragma("secure_delete", to: "FAST", reading: 2)
        case .reader(let timeout, let cacheSize):
            try wait(upTo: timeout)
            if let cacheSize { try setPragma("cache_size", to: String(-cacheSize), reading: -cacheSize) }
        case .memory: try setPragma("secure_delete", to: "FAST", reading: 2)
        }
        try setPragma("foreign_keys", to: "1", reading: 1)
    }

    private func wait(upTo timeout: Duration) throws {
        try check(sqlite3_busy_timeout(handle, Int32(timeout / .milliseconds(1))))
    }

    /// Sets a pragma, and reads it back: SQLite ignores what it does not know or cannot do.
    ///
    /// - Throws: ``DatabaseError`` with ``ResultCode/misuse`` if it has another value then.
    func setPragma<Value: DatabaseValueConvertible & Equatable>(
        _ name: String, to value: String, reading expected: Value
    ) throws {
        try execute("PRAGMA \(sql: name) = \(sql: value)")
        guard try Value.fetchOne(self, "PRAGMA \(sql: name)") == expected else {
            throw DatabaseError.misuse("SQLite does not set '\(name)' to \(value)")
        }
    }

    /// Turns on the write-ahead log.
    ///
    /// If two programs do so with a new file, SQLite refuses one of them at once, whatever its time to wait. So this
    /// comes before the connection has one.
    private func turnOnLog() throws {
        let milliseconds: Int32 = 5
        var attemptsLeft = Int(Self.busyTimeout / .milliseconds(milliseconds))
        while true {
            do {
                return try setPragma("journal_mode", to: "WAL", reading: "wal")
            } catch let error as DatabaseError where error.resultCode == .busy && attemptsLeft > 0 {
                attemptsLeft -= 1
                sqlite3_sleep(milliseconds)
            }
        }
    }
}

@available(*, unavailable) extension Database: Sendable {}

/// The state of the connection in SQLite.
extension Database {
    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed, without those of triggers.
    package var changesCount: Int { Int(sqlite3_changes(handle)) }

    /// The number of the row that was inserted last.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func check(_ code: Int32) throws { if code != SQLITE_OK { throw error(code) } }

    /// The error of the last call, which returned a code.
    func error(_ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(handle)))
    }
}
