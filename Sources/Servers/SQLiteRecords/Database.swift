// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import PortableFoundation

/// A connection, for the closures of ``DatabasePool`` alone.
///
/// This module's functions throw ``DatabaseError``, errors of the caller's closures, and those of a record's coding.
package final class Database {
    enum Mode: Sendable {
        case writer(DatabasePool.Durability)
        /// Caches up to `cacheSize` KiB of pages; `nil` for SQLite's 2,000.
        case reader(busyTimeout: Duration, cacheSize: Int?)
        case memory

        fileprivate var flags: Int32 {
            // Each connection has our own lock.
            let access =
                if case .reader = self { SQLITE_OPEN_READONLY } else { SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE }
            return access | SQLITE_OPEN_NOMUTEX
        }
    }

    static let busyTimeout = Duration.seconds(5)

    let handle: OpaquePointer
    let actions = StatementActions()
    var statements = StatementCache()
    var recordStatements: [RecordStatement.Key: RecordStatement] = [:]
    var primaryKeys: [String: [String]] = [:]

    var isReading = false
    /// Whether a transaction of ours began and has not ended; SQLite ends one itself after some errors.
    var expectsTransaction = false
    var changedTables: Set<String> = []
    var commitHooks: [(Database) -> Void] = []

    init(path: String, _ mode: Mode) throws {
        guard sqlite3_libversion_number() >= 3_035_000 else {
            throw DatabaseError.misuse("SQLite \(String(cString: sqlite3_libversion())) is older than 3.35")
        }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, mode.flags, nil)
        guard let handle else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        // From here on, an error releases this object, whose `deinit` closes the connection.
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
        // A row can outlive the connection and retains its statement: `_v2` closes the file after the last statement.
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    private func configure(_ mode: Mode) throws {
        switch mode {
        case .writer(let durability):
            try turnOnLog()
            try wait(upTo: Self.busyTimeout)
            // After `journal_mode`, for which SQLite may choose another level.
            switch durability {
            case .power: try setPragma("synchronous", to: "FULL", reading: 2)
            case .process: try setPragma("synchronous", to: "NORMAL", reading: 1)
            }
            #if canImport(Darwin)
            // On Darwin, a plain fsync leaves data in the disk's own cache.
            if durability == .power { try setPragma("fullfsync", to: "1", reading: 1) }
            #endif
            // A long transaction's log is truncated to this size.
            try setPragma("journal_size_limit", to: "67108864", reading: 67_108_864)
            // Erases deleted secrets from the file.
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

    /// Sets a pragma, and reads it back: SQLite ignores unknown and impossible ones.
    func setPragma<Value: DatabaseValueConvertible & Equatable>(
        _ name: String, to value: String, reading expected: Value
    ) throws {
        try execute("PRAGMA \(sql: name) = \(sql: value)")
        guard try Value.fetchOne(self, "PRAGMA \(sql: name)") == expected else {
            throw DatabaseError.misuse("SQLite does not set '\(name)' to \(value)")
        }
    }

    /// Retries, before the timeout is set: if two programs do so with a new file, SQLite refuses one of them at once,
    /// regardless of its timeout.
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

extension Database {
    /// The rows that the last `INSERT`, `UPDATE` or `DELETE` changed, without those of triggers.
    package var changesCount: Int { Int(sqlite3_changes(handle)) }

    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func check(_ code: Int32) throws { if code != SQLITE_OK { throw error(code) } }

    func error(_ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(handle)))
    }
}
