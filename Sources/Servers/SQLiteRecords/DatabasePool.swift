// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import SystemThreads

/// A database with one connection that writes and several that read.
///
/// Most names of this module are GRDB's, which it replaces. Its test oracles are files written by programs with GRDB,
/// compared by a Python script (`StoredDataTests`); a dictionary under the same random changes (`ModelTests`); and a
/// file system for SQLite that fails and loses power (`FaultyDisk`).
package final class DatabasePool: Sendable {
    package enum Durability: Sendable {
        /// Survives a power failure: each transaction waits for the disk.
        case power
        /// Survives the end of the process, but not always a power failure.
        case process
    }

    private let writer: Connection
    /// For reads on the callers' threads.
    private let local: [Connection]
    /// For reads on threads of the pool.
    private let readers: [Connection]
    private let transactions: WriteTransactions
    private let writes: CallQueue
    private let reads: CallQueue
    private let isInMemory: Bool

    /// Opens or creates a file, beside which two more lie while it is open (`-wal` and `-shm`).
    ///
    /// With 0 readers, ``read(_:)`` blocks. `readCacheSize` is in bytes, for all readers; by default 2 MB each.
    package init(path: String, durability: Durability, readers: Int = 2, readCacheSize: Int? = nil) throws {
        writer = try Connection(path: path, .writer(durability))
        let localCount = 2
        let cacheSize = readCacheSize.map { $0 / 1024 / (localCount + readers) }
        // These run on the cooperative pool. They wait only for a program that repairs the log after a crash.
        local = try (0..<localCount).map { _ in
            try Connection(path: path, .reader(busyTimeout: .milliseconds(100), cacheSize: cacheSize))
        }
        let connections = try (0..<readers).map { _ in
            try Connection(path: path, .reader(busyTimeout: Database.busyTimeout, cacheSize: cacheSize))
        }
        self.readers = connections
        transactions = WriteTransactions(writer)
        writes = Self.writeQueue(on: .threads(count: 1) { SystemThread.start("SQLite writer", $0) }, transactions)
        reads = Self.readQueue(on: .threads(count: readers) { SystemThread.start("SQLite reader", $0) }, connections)
        isInMemory = false
    }

    package init() throws {
        writer = try Connection(path: ":memory:", .memory)
        local = [writer]
        readers = [writer]
        transactions = WriteTransactions(writer)
        let queue = DispatchQueue(label: "SQLite in memory", target: .global())
        writes = Self.writeQueue(on: .dispatch(queue), transactions)
        reads = Self.readQueue(on: .dispatch(queue), readers)
        isInMemory = true
    }

    package convenience init(copying template: DatabasePool) throws {
        try self.init()
        try writer.copy(template.writer)
    }

    private static func writeQueue(on executor: CallQueue.Executor, _ transactions: WriteTransactions) -> CallQueue {
        CallQueue(on: executor, sharesTransactions: true) { changes, _ in transactions.carryOut(changes) }
    }

    private static func readQueue(on executor: CallQueue.Executor, _ connections: [Connection]) -> CallQueue {
        CallQueue(on: executor, sharesTransactions: false) { calls, worker in
            for call in calls where call.begin() {
                do {
                    try connections[worker].run { try $0.inSnapshot(call.run) }
                    call.finish(throwing: nil)
                } catch {
                    call.finish(throwing: error)
                }
            }
        }
    }

    deinit {
        // In memory, the queue releases the connection after its last call.
        guard !isInMemory else { return }
        // An ending program would not wait for another thread: its log would stay, and slow down the next start.
        guard writes.isWorking || reads.isWorking else { return close() }
        DispatchQueue.global().async { [writes, reads, readers, local, writer] in
            Self.close(writes, reads, readers + local, writer)
        }
    }

    /// Runs the waiting calls, and closes the file, blocking; later calls fail with ``ResultCode/misuse``.
    ///
    /// A released pool closes its file, too, a moment later if one of its own closures held the last reference. Do not
    /// call this in a closure of the pool.
    package func close() { Self.close(writes, reads, readers + local, writer) }

    private static func close(_ writes: CallQueue, _ reads: CallQueue, _ readers: [Connection], _ writer: Connection) {
        writes.stop()
        reads.stop()
        for reader in readers { reader.close() }
        // The last connection removes the log, if it may write.
        writer.close()
    }
}

extension DatabasePool {
    /// Executes a change, in one transaction with others that wait; once this returns, it has the pool's durability.
    ///
    /// An error of the closure, or a violated deferred foreign key, rolls back this change alone. An error that ends
    /// the transaction, such as a full disk, fails all its changes. Cancellation does not affect a change that has
    /// begun. The closure runs on another thread, without the task's local values, and must not use the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``; `CancellationError` if the task was canceled before it began.
    package func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await PendingClosure.value(of: change, in: writes)
    }

    /// Executes a long change in its own transaction, so that no short one waits for its end; otherwise ``write(_:)``.
    package func writeAlone<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await PendingClosure.value(of: change, isAlone: true, in: writes)
    }

    /// Waits for the disk on this thread, for a program's start; the closure must not use the pool.
    package func writeNow<Value: Sendable>(_ change: @Sendable (Database) throws -> Value) throws -> Value {
        try transactions.runOutside { try $0.inTransaction(change) }
    }

    /// For pragmas and migrations, on this thread; the closure must not use the pool.
    package func outsideTransactions<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try transactions.runOutside(body)
    }

    /// Calls a closure with the tables that each transaction may have changed, before the transaction's callers resume.
    ///
    /// A table counts if a statement could change it, directly, by a trigger or by a foreign key, regardless of its
    /// conditions. The closure is kept for the pool's lifetime, and must not use the pool.
    package func onCommit(_ listener: @escaping @Sendable (_ tables: Set<String>) -> Void) {
        transactions.addListener(listener)
    }

    /// The number of waiting calls, including those of canceled tasks.
    package var waitingCount: Int { writes.count + reads.count }
}

extension DatabasePool {
    /// Reads all confirmed changes in one snapshot, on a thread of the pool without the task's local values.
    ///
    /// The closure must not use the pool.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard !readers.isEmpty else { return try readNow(body) }
        return try await PendingClosure.value(of: body, in: reads)
    }

    /// Reads in one snapshot on this thread, for a program's start; the closure must not use the pool.
    package func readNow<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try runLocally { try $0.inSnapshot(body) }
    }

    /// Reads on this thread without a snapshot: for a few rows by an index, which take microseconds.
    ///
    /// Each statement sees the data committed when it begins. A round trip to a thread of the pool takes several times
    /// as long. The closure must not use the pool.
    package func readHere<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try runLocally { try $0.reading(body) }
    }

    private func runLocally<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        for connection in local {
            if let value = try connection.runIfFree(body) { return value }
        }
        return try local[0].run(body)
    }
}
