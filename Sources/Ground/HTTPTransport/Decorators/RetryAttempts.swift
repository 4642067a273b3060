// SPDX-License-Identifier: Apache-2.0

/// The attempts at one request, counted and timed by a policy.
package struct RetryAttempts: Sendable {
    /// The number of the current attempt, from 1.
    package private(set) var number = 1
    private let policy: RetryPolicy
    private let clock: RetryClock
    private let start: Duration

    /// Begins the first attempt now.
    package init(by policy: RetryPolicy, _ clock: RetryClock) {
        self.policy = policy
        self.clock = clock
        start = clock.elapsed()
    }

    /// The time that is left for all attempts together.
    var left: Duration { policy.deadline - (clock.elapsed() - start) }

    /// Chooses the wait before the next attempt; `nil` if there is to be none.
    ///
    /// - Parameter retryAfter: The wait that the server asks for, which is never shortened.
    /// - Returns: The wait.
    package func delay(_ retryAfter: Duration?) -> Duration? {
        policy.delay(
            afterAttempt: number, retryAfter: retryAfter, elapsed: clock.elapsed() - start, jitter: clock.jitter())
    }

    /// Waits, and begins the next attempt.
    ///
    /// - Throws: `CancellationError`.
    package mutating func next(after delay: Duration) async throws {
        try await clock.sleep(delay)
        number += 1
    }
}
