// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import PortableFoundation

/// Cancels `operation`, and throws `timedOut`, when `deadline` has passed.
///
/// Client libraries limit the time until the head of the response; this also limits the time for a slow body.
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
            throw TransportError(.timedOut, "no complete response from \(request.placeWithoutQuery) in \(deadline)")
        }
        return result
    }
}

extension ByteChunks {
    /// The same content, which ends with an error (`timedOut`) at an instant, even during a wait.
    package func ending(at end: ContinuousClock.Instant, naming request: HTTPRequest) -> ByteChunks {
        ByteChunks(from: Reader(self)) { reader in
            try await withDeadline(end - .now, naming: request) { [reader] in try await reader.next() }
        }
    }

    /// Holds an iterator, which cannot be sent to the task that the deadline cancels.
    private actor Reader {
        private var iterator: AsyncIterator

        init(_ chunks: ByteChunks) { iterator = chunks.makeAsyncIterator() }

        func next() async throws -> Data? {
            var current = iterator
            defer { iterator = current }
            return try await current.next()
        }
    }
}
