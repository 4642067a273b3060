// SPDX-License-Identifier: Apache-2.0
/// Keeps the result of an operation that has to succeed only once, however many callers ask for it at the same time.
///
/// After a failure the next caller tries again.
package actor Once<Value: Sendable> {
    private var attempt: Task<Value, any Error>?

    /// Creates one that has no result yet.
    package init() {}

    /// The result; the first caller starts the operation, all others join it.
    ///
    /// - Throws: What the operation throws.
    package func value(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // Nothing is awaited between looking and setting, or a caller in between would start a second attempt.
        let current = attempt ?? Task { try await operation() }
        attempt = current
        do {
            return try await current.value
        } catch {
            if attempt == current { attempt = nil }
            throw error
        }
    }
}
