// SPDX-License-Identifier: Apache-2.0

/// Lets concurrent callers with the same key share one operation.
///
/// A canceled caller stops waiting; the operation continues for the others.
package actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private struct Flight {
        let task: Task<Value, any Error>
        var callers = 0
    }

    private var flights: [Key: Flight] = [:]
    private let cancelsAbandoned: Bool

    package init(cancellingAbandoned cancelsAbandoned: Bool = false) { self.cancelsAbandoned = cancelsAbandoned }

    package func run(
        for key: Key, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = join(key, operation)
        // A canceled task continues to wait for another task's value, but not for a stream.
        let (values, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
        Task {
            do {
                continuation.yield(try await task.value)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        do {
            for try await value in values { return value }
        } catch is CancellationError where task.isCancelled && !Task.isCancelled {
            // All earlier callers left; this one still needs the value.
            return try await run(for: key, operation)
        }
        leave(task, for: key)
        throw CancellationError()
    }

    private func leave(_ task: Task<Value, any Error>, for key: Key) {
        guard flights[key]?.task == task else { return }
        flights[key]?.callers -= 1
        if cancelsAbandoned, flights[key]?.callers == 0 { task.cancel() }
    }

    package var isInUse: Bool { !flights.isEmpty }

    package func settle() async {
        while let flight = flights.first?.value { _ = await flight.task.result }
    }

    private func join(
        _ key: Key, _ operation: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        var flight =
            flights[key]
            ?? Flight(
                task: Task {
                    defer { flights[key] = nil }
                    return try await operation()
                })
        flight.callers += 1
        flights[key] = flight
        return flight.task
    }
}
