// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords
import Synchronization

/// Writes to a database so that changes that come at the same time share one transaction, and one wait for the disk.
///
/// A change begins after the one before, and its caller gets the result when it is on the disk. One with an error
/// leaves the others as they are, because each change has at most one statement that changes something, or a savepoint.
struct GroupedWrites: Sendable {
    private struct Change: Sendable {
        /// Carries out the change, and keeps its result.
        let run: @Sendable (Database) -> (any Error)?
        /// Tells the caller the result, or the error of the whole transaction.
        let end: @Sendable ((any Error)?) -> Void
    }

    private final class Waiting: Sendable {
        let state = Mutex<(changes: [Change], isWriting: Bool)>(([], false))

        /// The changes that have come; when there are none, the writing ends.
        func next() -> [Change] {
            state.withLock { state in
                defer { state.changes = [] }
                state.isWriting = !state.changes.isEmpty
                return state.changes
            }
        }
    }

    private let database: DatabasePool
    private let waiting = Waiting()

    init(to database: DatabasePool) { self.database = database }

    /// Carries out a change, and waits until it is on the disk.
    ///
    /// - Throws: The errors of the change; errors of SQLite.
    func run<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = Outcome<Value>()
            add(
                Change(
                    run: { outcome.take(change, in: $0) },
                    end: { error in continuation.resume(with: outcome.result(after: error)) }))
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let own = Mutex<Result<Value, any Error>?>(nil)

        func take(_ change: (Database) throws -> Value, in database: Database) -> (any Error)? {
            let result = Result { try change(database) }
            own.withLock { $0 = result }
            guard case .failure(let error) = result else { return nil }
            return error
        }

        /// The change's own error tells more than that of its transaction.
        func result(after error: (any Error)?) -> Result<Value, any Error> {
            switch (own.withLock { $0 }, error) {
            case (.failure(let own), _): .failure(own)
            case (.success(let value), nil): .success(value)
            case (_, let error): .failure(error ?? DatabaseError(resultCode: .SQLITE_ABORT))
            }
        }
    }

    /// How many changes wait for the next transaction.
    var waitingCount: Int { waiting.state.withLock { $0.changes.count } }

    private func add(_ change: Change) {
        let mustBegin = waiting.state.withLock { state in
            state.changes.append(change)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard mustBegin else { return }
        database.asyncWriteWithoutTransaction { [waiting] database in
            while case let changes = waiting.next(), !changes.isEmpty {
                let error = Self.write(changes, to: database)
                for change in changes { change.end(error) }
            }
        }
    }

    /// Carries out changes in one transaction.
    ///
    /// - Returns: The error of the transaction.
    private static func write(_ changes: [Change], to database: Database) -> (any Error)? {
        var first: (any Error)?
        do {
            try database.inTransaction(.immediate) {
                for change in changes {
                    let error = change.run(database)
                    first = first ?? error
                    // SQLite itself ends a transaction when the disk is full; the rest must not go on without one.
                    if let error, !database.isInsideTransaction { throw error }
                }
                return .commit
            }
            return nil
        } catch {
            return first ?? error
        }
    }
}
