// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The clocks and the jitter of waits between the attempts at one request.
package struct RetryClock: Sendable {
    /// The wall clock, for a `Retry-After` with a date.
    package let date: @Sendable () -> Date
    /// The time since some fixed moment.
    package let elapsed: @Sendable () -> Duration
    /// Waits, and throws `CancellationError` when the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// A number from 0 to 1: the part of each wait that is waited, so that clients do not return together.
    package let jitter: @Sendable () -> Double

    /// Creates a clock.
    package init(
        date: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void, jitter: @escaping @Sendable () -> Double
    ) {
        self.date = date
        self.elapsed = elapsed
        self.sleep = sleep
        self.jitter = jitter
    }

    /// The clocks of this machine.
    package static let system = RetryClock(
        date: { Date() }, elapsed: RetryingTransport.systemElapsed, sleep: { try await Task.sleep(for: $0) },
        jitter: { .random(in: 0...1) })
}
