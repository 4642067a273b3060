// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A statement on its way through the pool; its caller gets exactly one result.
final class Command: Sendable {
    private struct State {
        var isFinished = false
        var attempts = 0
        var connection: Int?
    }

    let statement: PostgresStatement
    let parameters: [PostgresValue]
    let deadline: ContinuousClock.Instant
    /// When the caller stops waiting for a connection.
    let patience: ContinuousClock.Instant
    let transaction: TransactionID?
    /// Whether any free connection can take it, and then belongs to the transaction.
    let beginsTransaction: Bool
    /// Runs on the pool's thread.
    private let keep: @Sendable (PostgresRows) -> Void
    private let end: @Sendable ((any Error)?) -> Void
    private let state = Mutex(State())

    init(
        _ statement: PostgresStatement, _ parameters: [PostgresValue] = [], within time: Duration, waiting: Duration,
        in transaction: TransactionID? = nil, beginsTransaction: Bool = false,
        keep: @escaping @Sendable (PostgresRows) -> Void = { _ in }, end: @escaping @Sendable ((any Error)?) -> Void
    ) {
        (self.statement, self.parameters, self.keep, self.end) = (statement, parameters, keep, end)
        (self.transaction, self.beginsTransaction) = (transaction, beginsTransaction)
        let now = ContinuousClock.now
        // Not later: a change sent after its deadline would take effect although its caller got an error.
        (deadline, patience) = (now + time, now + min(time, waiting))
    }

    var isFinished: Bool { state.withLock(\.isFinished) }

    /// Whether the statement may have changed something if its result is lost; within a transaction, only the commit.
    var mayHaveChanged: Bool {
        statement.kind == .write && (transaction == nil || statement == PostgresTransaction.commit)
    }

    /// `nil` while the statement waits for a connection.
    var connection: Int? {
        get { state.withLock(\.connection) }
        set { state.withLock { $0.connection = newValue } }
    }

    func receive(_ rows: PostgresRows) {
        if !isFinished { keep(rows) }
    }

    /// Resumes the caller; later calls do nothing.
    func finish(_ error: (any Error)? = nil) {
        let isFirst = state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
        if isFirst { end(error) }
    }

    func mayRepeat() -> Bool {
        guard transaction == nil || beginsTransaction else { return false }
        return state.withLock { state in
            state.attempts += 1
            return !state.isFinished && state.attempts <= Self.repetitions
        }
    }

    private static let repetitions = 3
}

struct TransactionID: Sendable, Hashable {
    let number: UInt64
}

final class Call<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var value: Result<Value, any Error>?
        var outcome: Result<Value, any Error>?
    }

    private let state = Mutex(State())

    /// The statement can already have ended, if it was canceled.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let outcome = state.withLock { state in
            state.continuation = continuation
            return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    func keep(_ read: () throws -> Value) {
        let value = Result { try read() }
        state.withLock { $0.value = value }
    }

    /// Called once.
    func end(_ error: (any Error)?) {
        let (continuation, outcome) = state.withLock { state in
            let missing = PostgresError(.refused, "PostgreSQL responded without a result")
            let outcome = error.map { .failure($0) } ?? state.value ?? .failure(missing)
            state.outcome = outcome
            return (state.continuation, outcome)
        }
        continuation?.resume(with: outcome)
    }
}
