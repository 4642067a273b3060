// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Brings the value of a statement from the pool's thread to the task that waits for it.
final class Call<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var value: Result<Value, any Error>?
        var outcome: Result<Value, any Error>?
    }

    private let state = Mutex(State())

    /// Lets a task wait; a statement may have ended already, by a cancellation.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let outcome = state.withLock { state in
            state.continuation = continuation
            return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    /// Keeps the value of the rows until the statement has ended.
    func keep(_ read: () throws -> Value) {
        let value = Result { try read() }
        state.withLock { $0.value = value }
    }

    /// Resumes the task; called once.
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
