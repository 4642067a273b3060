// SPDX-License-Identifier: Apache-2.0
/// Lets any number of callers who need the same thing at once wait for one operation.
///
/// A caller that is cancelled stops waiting; the operation goes on for the others.
package actor SingleFlight<Value: Sendable> {
    private var flight: Task<Value, any Error>?

    package init() {}

    /// Joins the operation that is under way, or starts one.
    package func run(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = flight ?? start(operation)
        // A task's value is waited for even by who is cancelled; a stream is not.
        let (values, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
        Task {
            do {
                continuation.yield(try await task.value)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await value in values { return value }
        throw CancellationError()
    }

    private func start(_ operation: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
        let task = Task {
            defer { flight = nil }
            return try await operation()
        }
        flight = task
        return task
    }
}
