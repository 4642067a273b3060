// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// Runs `operation`, and cancels it when `deadline` has passed.
///
/// Client libraries limit the time until the head of the response; this also limits the time for a slow body.
///
/// - Throws: ``TransportError`` (`timedOut`); the errors of the operation.
package func withDeadline<Result: Sendable>(
    _ deadline: Duration, naming request: HTTPRequest,
    _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: deadline)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else {
            throw TransportError(.timedOut, "no complete answer from \(request.placeWithoutQuery) in \(deadline)")
        }
        return result
    }
}
