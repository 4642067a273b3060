// SPDX-License-Identifier: Apache-2.0

/// Lets any number of callers who need the same thing at once wait for one operation.
///
/// A caller that is cancelled stops waiting; the operation goes on for the others.
package actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private var flights: [Key: Task<Value, any Error>] = [:]

    package init() {}

    /// Joins the operation that is under way for a key, or starts one.
    ///
    /// - Throws: What the operation throws; `CancellationError` for a caller that is cancelled.
    package func run(
        for key: Key, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = flights[key] ?? start(operation, for: key)
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

    /// Waits for every operation that is under way, whatever comes of it.
    package func settle() async {
        while let flight = flights.first?.value { _ = await flight.result }
    }

    private func start(
        _ operation: @escaping @Sendable () async throws -> Value, for key: Key
    ) -> Task<Value, any Error> {
        let task = Task {
            defer { flights[key] = nil }
            return try await operation()
        }
        flights[key] = task
        return task
    }
}
