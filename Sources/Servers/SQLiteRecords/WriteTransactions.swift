// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Changes that wait at the same time share one transaction, and so one wait for the disk; each has a savepoint.
final class WriteTransactions: Sendable {
    private let writer: Connection
    private let listeners = Mutex<[@Sendable (Set<String>) -> Void]>([])

    init(_ writer: Connection) { self.writer = writer }

    func addListener(_ listener: @escaping @Sendable (Set<String>) -> Void) {
        listeners.withLock { $0.append(listener) }
    }

    private func report(_ tables: Set<String>) {
        guard !tables.isEmpty else { return }
        for listener in listeners.withLock({ $0 }) { listener(tables) }
    }

    func runOutside<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try writer.run { [self] database in
            defer { report(database.takeChangedTables()) }
            return try body(database)
        }
    }

    func carryOut(_ group: [any PendingCall]) {
        var remaining = group.filter { $0.begin() }[...]
        while !remaining.isEmpty {
            let (count, error) = carryOutTransaction(remaining)
            for change in remaining.prefix(count) { change.finish(throwing: error) }
            remaining = remaining.dropFirst(count)
        }
    }

    /// Returns the number of changes in the transaction, and the error with which all of them failed.
    private func carryOutTransaction(_ changes: ArraySlice<any PendingCall>) -> (count: Int, error: (any Error)?) {
        do {
            return try writer.run { [self] database in
                var count = 0
                do {
                    try database.begin()
                    for change in changes {
                        count += 1
                        try run(change, isOnly: changes.count == 1, in: database)
                    }
                    try database.commit()
                } catch {
                    database.rollBack()
                    // If no transaction began, no change can run. After an error that ended it, the changes that had
                    // not begun run in another one.
                    return (count == 0 ? changes.count : count, error)
                }
                report(database.takeChangedTables())
                return (count, nil)
            }
        } catch {
            return (changes.count, error)
        }
    }

    private func run(_ change: any PendingCall, isOnly: Bool, in database: Database) throws {
        guard !isOnly else { return try change.run(in: database) }
        do {
            try database.inSavepoint {
                try change.run(in: database)
                // The commit would check these keys, but could not tell which change violates them.
                try database.checkDeferredKeys()
            }
        } catch {
            guard database.isInsideTransaction else {
                change.finish(throwing: error)
                // Other callers get the cause, but no error of this change's closure.
                let reasons: Set<ResultCode> = [.busy, .full, .ioError, .noMemory]
                guard let error = error as? DatabaseError, reasons.contains(error.resultCode) else {
                    throw DatabaseError.endedTransaction
                }
                throw error
            }
            // The caller gets it after the commit: a preceding change, which may be rolled back, can be the cause.
            change.fail(error)
        }
    }
}
