// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import Synchronization

/// A connection with its lock: a closure that uses the same connection through the pool deadlocks.
final class Connection: Sendable {
    private let database: Mutex<Database?>

    init(path: String, _ mode: Database.Mode) throws { database = Mutex(try Database(path: path, mode)) }

    func run<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try database.withLock { try Self.run(body, on: $0) }
    }

    func runIfFree<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value? {
        try database.withLockIfAvailable { try Self.run(body, on: $0) }
    }

    private static func run<Value>(_ body: (Database) throws -> Value, on database: Database?) throws -> Value {
        guard let database else { throw DatabaseError.closed }
        return try body(database)
    }

    func copy(_ source: Connection) throws {
        try run { target in
            nonisolated(unsafe) let handle: OpaquePointer = target.handle  // its lock is held meanwhile
            try source.run { source in
                guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
                    throw DatabaseError(resultCode: ResultCode(rawValue: sqlite3_extended_errcode(handle)))
                }
                sqlite3_backup_step(backup, -1)
                // This returns the errors of the step, too.
                let code = sqlite3_backup_finish(backup)
                guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            }
        }
    }

    func close() { database.withLock { $0 = nil } }
}
