// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import PortableFoundation

extension GraphClient {
    /// Sends a batch, and retries the parts that Graph throttles.
    ///
    /// A batch's response is 200 whatever the results of its parts. Parts with 408, 425, 429, 502, 503, or 504 are
    /// retried after the delay that Graph requests, together with the parts that depend on them, within the deadline. A
    /// part with a non-idempotent method is not retried, because it may have taken effect.
    ///
    /// - Parameters:
    ///   - batch: The requests.
    ///   - deadline: The time limit for all attempts together.
    /// - Returns: The results, including the errors of failed parts.
    /// - Throws: ``GraphError`` if the whole batch fails, or an error of the transport.
    public func send(
        _ batch: GraphBatch, within deadline: Duration = .seconds(60)
    ) async throws -> GraphBatchResults {
        var progress = BatchProgress(batch.requests)
        var attempts = RetryAttempts(by: .ofGraph(within: deadline), clock)
        while !progress.pending.isEmpty {
            var asked: Duration?
            do {
                let answer = try await answer(to: progress)
                asked = progress.take(answer, now: clock.date())
            } catch let error as GraphError
                where RetryPolicy.passingStatuses.contains(error.status) && progress.isIdempotent
            {
                guard let delay = attempts.delay(error.retryAfter) else { throw error }
                try await attempts.next(after: delay)
                continue
            }
            guard !progress.pending.isEmpty, let delay = attempts.delay(asked) else { break }
            try await attempts.next(after: delay)
        }
        return GraphBatchResults(parts: progress.results, now: clock.date())
    }

    private func answer(to progress: BatchProgress) async throws -> BatchAnswer {
        var request = HTTPRequest(method: .post, url: try address("/$batch"))
        request.headerFields[.accept] = "application/json"
        request.headerFields[.contentType] = "application/json"
        let content = try progress.content { try target($0.target, $0.query) }
        let response = try await response(to: request, body: content, needing: nil)
        return try BatchAnswer(response.body, expecting: progress.ids)
    }
}

extension RetryPolicy {
    /// Retries for requests that Graph throttles: its throttling lasts longer than that of other servers.
    package static func ofGraph(within deadline: Duration) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.maximumAttempts, policy.deadline) = (10, deadline)
        (policy.firstDelay, policy.longestDelay) = (.seconds(1), .seconds(30))
        return policy
    }
}
