// SPDX-License-Identifier: Apache-2.0
/// Lets any number of callers who need the same thing at once wait for one operation.
///
/// A caller that is cancelled stops waiting; the operation goes on for the others.
package actor SingleFlight<Value: Sendable> {
    private var flight: Task<Value, any Error>?

    package init() {}

    /// Joins the operation that is under way, or starts one.
    package func run(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        if let flight { return try await flight.value }
        let task = Task { try await operation() }
        flight = task
        defer { flight = nil }
        return try await task.value
    }
}
