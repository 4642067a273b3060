// SPDX-License-Identifier: Apache-2.0

/// Lets callers with the same key at the same time share one operation.
///
/// A cancelled caller stops waiting; the operation goes on for the others.
package actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private var flights: [Key: Task<Value, any Error>] = [:]

    package init() {}

    /// Joins the operation in flight for a key, or starts one.
    ///
    /// - Throws: The errors of the operation; `CancellationError` for a cancelled caller.
    package func run(
        for key: Key, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = flights[key] ?? start(operation, for: key)
        // A cancelled task would go on waiting for another task's value, but not for a stream.
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

    /// Whether an operation is in flight.
    package var isInUse: Bool { !flights.isEmpty }

    /// Waits for every operation in flight, even one that fails.
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
