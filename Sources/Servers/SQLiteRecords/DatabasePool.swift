// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import SystemThreads

/// A database with one connection that writes and several that read.
///
/// Most names of this module are those of GRDB, which it replaces. Its oracles are the files that programs with GRDB
/// wrote, which a script of Python compares (`StoredDataTests`); a dictionary under the same random changes
/// (`ModelTests`); and a file system for SQLite that fails and loses power (`FaultyDisk`).
package final class DatabasePool: Sendable {
    /// What a confirmed change survives.
    package enum Durability: Sendable {
        /// A power failure: each transaction waits for the disk.
        case power
        /// The end of the process, but not always a power failure.
        case process
    }

    private let writer: Connection
    /// The connections for reads on the callers' threads.
    private let local: [Connection]
    /// The connections for reads on threads of the pool.
    private let readers: [Connection]
    private let transactions: WriteTransactions
    private let writes: CallQueue
    private let reads: CallQueue
    private let isInMemory: Bool

    /// Opens a file, or creates it; blocks while it waits for the disk.
    ///
    /// - Parameters:
    ///   - path: The file. Two more are beside it while it is open, with `-wal` and `-shm` at the end of their names.
    ///   - durability: What a confirmed change survives.
    ///   - readers: How many reads can run beside each other on threads of the pool; with 0, ``read(_:)`` blocks.
    ///   - readCacheSize: The most bytes of pages that the connections for reads cache, in all; `nil` for 2 MB each.
    /// - Throws: ``DatabaseError``.
    package init(path: String, durability: Durability, readers: Int = 2, readCacheSize: Int? = nil) throws {
        writer = try Connection(path: path, .writer(durability))
        let localCount = 2
        let cacheSize = readCacheSize.map { $0 / 1024 / (localCount + readers) }
        // They run on the cooperative pool. Only a program that repairs the log after a crash makes a read wait.
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

    /// Creates an empty database in memory: one connection for everything, and no threads of its own.
    ///
    /// - Throws: ``DatabaseError``.
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

    /// Creates a database in memory with the content of another.
    ///
    /// - Throws: ``DatabaseError``.
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
        // In memory, the queue releases the connection with its last call.
        guard !isInMemory else { return }
        // A program that ends would not wait for another thread: its log would stay, and make the next start slow.
        guard writes.isWorking || reads.isWorking else { return close() }
        DispatchQueue.global().async { [writes, reads, readers, local, writer] in
            Self.close(writes, reads, readers + local, writer)
        }
    }

    /// Carries out what waits, and closes the file; a call after it fails with ``ResultCode/misuse``.
    ///
    /// It blocks until all that is done. A pool that is released closes its file, too; a moment later if one of its own
    /// closures held the last reference. Do not call it in a closure of the pool.
    package func close() { Self.close(writes, reads, readers + local, writer) }

    private static func close(_ writes: CallQueue, _ reads: CallQueue, _ readers: [Connection], _ writer: Connection) {
        writes.stop()
        reads.stop()
        for reader in readers { reader.close() }
        // The last connection removes the log, if it may write.
        writer.close()
    }
}

/// Changes.
extension DatabasePool {
    /// Carries out a change, in a transaction with others that wait; when this returns, it has the pool's durability.
    ///
    /// An error of the closure rolls back this change alone, and so does a foreign key that holds only at its end. An
    /// error that ends the transaction, as of a full disk, fails all changes in it. A change that has begun ends as it
    /// would even if its task is canceled. It runs on another thread, without the task's local values, and must not use
    /// the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``; `CancellationError` if the task was canceled before it began.
    package func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await PendingClosure.value(of: change, in: writes)
    }

    /// Carries out a long change in a transaction of its own, so that no short one waits for its end.
    ///
    /// Otherwise the same as ``write(_:)``.
    package func writeAlone<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await PendingClosure.value(of: change, isAlone: true, in: writes)
    }

    /// Carries out a change in a transaction of its own on this thread, which waits for the disk: for a program's
    /// start.
    ///
    /// The closure must not use the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``.
    package func writeNow<Value: Sendable>(_ change: @Sendable (Database) throws -> Value) throws -> Value {
        try transactions.runOutside { try $0.inTransaction(change) }
    }

    /// Uses the connection that writes outside transactions, on this thread: for pragmas and migrations.
    ///
    /// The closure must not use the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``.
    package func outsideTransactions<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try transactions.runOutside(body)
    }

    /// Calls a closure with the tables that each transaction may have changed, before the transaction's callers go on.
    ///
    /// A table counts if a statement could change it, itself, by a trigger or by a foreign key, whatever its
    /// conditions. The closure stays for the pool's lifetime, and must not use the pool.
    package func onCommit(_ listener: @escaping @Sendable (_ tables: Set<String>) -> Void) {
        transactions.addListener(listener)
    }

    /// How many calls wait for their turn; those of canceled tasks wait, too, and then do nothing.
    package var waitingCount: Int { writes.count + reads.count }
}

/// Reads.
extension DatabasePool {
    /// Reads in one snapshot, on a thread of the pool; it sees every change that was confirmed before.
    ///
    /// It runs without the task's local values, and must not use the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``; `CancellationError` if the task was canceled before it began.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard !readers.isEmpty else { return try readNow(body) }
        return try await PendingClosure.value(of: body, in: reads)
    }

    /// Reads in one snapshot on this thread: for a program's start.
    ///
    /// The closure must not use the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``.
    package func readNow<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try runLocally { try $0.inSnapshot(body) }
    }

    /// Reads on this thread without a snapshot: for a few rows by an index, which take microseconds.
    ///
    /// Each statement sees what is committed when it begins. To go to a thread of the pool and back takes several times
    /// as long. The closure must not use the pool.
    ///
    /// - Throws: The closure's errors; ``DatabaseError``.
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
