// SPDX-License-Identifier: Apache-2.0
import GRDB
import Synchronization

/// Writes to a database so that changes that come at the same time share one transaction, and one wait for the disk.
///
/// A change begins after the one before, and its caller hears of it when it is on the disk. One with an error leaves
/// the others as they are, because each change has at most one statement that changes something.
struct GroupedWrites: Sendable {
    private struct Change: Sendable {
        /// Carries out the change, and keeps its result.
        let run: @Sendable (Database) -> Void
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

    private let database: DatabaseQueue
    private let waiting = Waiting()

    init(to database: DatabaseQueue) { self.database = database }

    /// Carries out a change, and waits until it is on the disk.
    ///
    /// - Throws: The errors of the change; errors of SQLite.
    func run<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = Outcome<Value>()
            add(
                Change(
                    run: { database in outcome.result.withLock { $0 = Result { try change(database) } } },
                    end: { error in
                        continuation.resume(with: outcome.result.withLock { $0 }.flatMap { error == nil ? $0 : nil }
                            ?? .failure(error ?? DatabaseError(resultCode: .SQLITE_ABORT)))
                    }))
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

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
        do {
            try database.inTransaction(.immediate) {
                for change in changes {
                    // SQLite itself ends a transaction when the disk is full; the rest must not go on without one.
                    guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                    change.run(database)
                }
                return .commit
            }
            return nil
        } catch {
            return error
        }
    }
}
