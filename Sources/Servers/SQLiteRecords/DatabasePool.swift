// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import Dispatch
internal import Synchronization

/// A database with one connection that writes and several that read.
///
/// Changes that come at the same time share one transaction, and one wait for the disk.
package final class DatabasePool: Sendable {
    /// What confirmed changes survive.
    package enum Durability: Sendable {
        /// A power failure.
        case power
        /// The end of the process.
        case process
    }

    private let writer: Connection
    private let here: [Connection]
    private let writes: WriteQueue
    private let reads: ReadQueue

    /// Opens a file, or makes it.
    package init(path: String, durability: Durability, readers: Int = 2, here: Int = 2, cacheSize: Int? = nil) throws {
        let writer = Connection(try Database(path: path, .writer(durability), cacheSize: cacheSize))
        self.writer = writer
        // Only a program that repairs the log after a crash makes such a read wait.
        self.here = try (0..<here).map { _ in
            Connection(try Database(path: path, .reader, busyTimeout: 100, cacheSize: cacheSize))
        }
        let readers = try (0..<readers).map { _ in Connection(try Database(path: path, .reader, cacheSize: cacheSize)) }
        writes = WriteQueue(writer)
        reads = ReadQueue(readers)
    }

    /// Makes a database in memory: one connection for everything, and no thread of its own.
    package init() throws {
        writer = Connection(try Database(path: ":memory:", .memory))
        let queue = DispatchQueue(label: "SQLite in memory", target: .global())
        (here, writes, reads) = ([writer], WriteQueue(writer, on: queue), ReadQueue([writer], on: queue))
    }

    /// Makes a database in memory with the content of another.
    package convenience init(copying template: DatabasePool) throws {
        try self.init()
        try writer.run { [from = template.writer] target in
            try from.run { [handle = UInt(bitPattern: target.handle)] source in
                let backup = sqlite3_backup_init(OpaquePointer(bitPattern: handle), "main", source.handle, "main")
                sqlite3_backup_step(backup, -1)
                let code = sqlite3_backup_finish(backup)
                if code != SQLITE_OK { throw source.error(code) }
            }
        }
    }

    deinit {
        // The threads may be at work, and the last reference may go on one of them: another thread waits for their end.
        DispatchQueue.global().async { [reads, writes, here, writer] in
            Self.close(reads, here, writer, writes)
        }
    }

    private static func close(_ reads: ReadQueue, _ here: [Connection], _ writer: Connection, _ writes: WriteQueue) {
        reads.close()
        for connection in here where connection !== writer { connection.close() }
        writes.close()
    }

    /// Waits for what has begun, and closes the connections: the one that writes last, which removes the log.
    package func close() { Self.close(reads, here, writer, writes) }

    /// Carries out a change, together with others that wait; it is on the disk when this returns.
    ///
    /// An error takes back this change alone. A change that has begun ends as it ends, even if its task was cancelled.
    ///
    /// - Throws: The errors of the change; errors of SQLite; `CancellationError` if it had not begun.
    package func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value
    {
        try await writes.run(change, isAlone: false)
    }

    /// Carries out a long change in a transaction of its own, so that no short one has to wait for its end.
    package func writeAlone<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await writes.run(change, isAlone: true)
    }

    /// Reads in one snapshot, on a thread for that if the pool has readers; it sees every change that returned before.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        reads.isEmpty ? try readNow(body) : try await reads.run(body)
    }

    /// Carries out a change on this thread, at the start of a program.
    package func writeNow<Value: Sendable>(_ change: @Sendable (Database) throws -> Value) throws -> Value {
        let (value, tables) = try writer.run { try $0.inTransaction(change) }
        writes.tell(tables)
        return value
    }

    /// Reads on this thread, at the start of a program.
    package func readNow<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try here[0].run { try $0.reading(body) }
    }

    /// Reads on this thread, without a transaction: for a few rows by an index, which take microseconds.
    package func readHere<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        for connection in here { if let value = try connection.runIfFree(body) { return value } }
        return try here[0].run(body)
    }

    /// Uses the connection that writes outside a transaction, such as for a pragma.
    package func outsideTransactions<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try writer.run(body)
    }

    /// Calls a closure after each transaction that may have changed tables, before its callers go on.
    package func onCommit(_ heard: @escaping @Sendable (_ tables: Set<String>) -> Void) {
        writes.listeners.withLock { $0.append(heard) }
    }

    /// How many changes wait for the next transaction.
    package var waitingCount: Int { writes.waitingCount }
}

/// A connection with its lock.
final class Connection: Sendable {
    private let database: Mutex<Database?>

    init(_ database: sending Database) { self.database = Mutex(database) }

    func run<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try database.withLock { database in
            guard let database else {
                throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database was closed")
            }
            return try body(database)
        }
    }

    /// `nil` if another thread uses it.
    func runIfFree<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value? {
        try database.withLockIfAvailable { database in
            guard let database else {
                throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database was closed")
            }
            return try body(database)
        }
    }

    func close() { database.withLock { $0 = nil } }
}
