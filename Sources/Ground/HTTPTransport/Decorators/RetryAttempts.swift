// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

package struct RetryAttempts: Sendable {
    package private(set) var number = 1
    private let policy: RetryPolicy
    private let clock: RetryClock
    private let start: Duration

    package init(by policy: RetryPolicy, _ clock: RetryClock) {
        self.policy = policy
        self.clock = clock
        start = clock.elapsed()
    }

    var left: Duration { policy.deadline - (clock.elapsed() - start) }

    /// `nil` if no attempt follows; the wait that the server requests is never shortened.
    package func delay(_ retryAfter: Duration?) -> Duration? {
        policy.delay(
            afterAttempt: number, retryAfter: retryAfter, elapsed: clock.elapsed() - start, jitter: clock.jitter())
    }

    package mutating func next(after delay: Duration) async throws {
        try await clock.sleep(delay)
        number += 1
    }
}

package struct RetryClock: Sendable {
    /// The wall clock, for a `Retry-After` with a date.
    package let date: @Sendable () -> Date
    package let elapsed: @Sendable () -> Duration
    package let sleep: @Sendable (Duration) async throws -> Void
    /// A factor from 0 to 1 for each delay, so that clients do not retry at the same time.
    package let jitter: @Sendable () -> Double

    package init(
        date: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void, jitter: @escaping @Sendable () -> Double
    ) {
        self.date = date
        self.elapsed = elapsed
        self.sleep = sleep
        self.jitter = jitter
    }

    package static let system = RetryClock(
        date: { Date() }, elapsed: RetryingTransport.systemElapsed, sleep: { try await Task.sleep(for: $0) },
        jitter: { .random(in: 0...1) })
}
