// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The clocks of the client, for waits before a request is sent again.
package struct GraphPause: Sendable {
    /// The wall clock.
    package let date: @Sendable () -> Date
    /// The time since some fixed moment.
    package let elapsed: @Sendable () -> Duration
    /// Waits.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// A number from 0 to 1, so that many clients do not come back at the same moment.
    package let jitter: @Sendable () -> Double

    package init(
        date: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void, jitter: @escaping @Sendable () -> Double
    ) {
        (self.date, self.elapsed, self.sleep, self.jitter) = (date, elapsed, sleep, jitter)
    }

    /// The clocks of this machine.
    package static let system = GraphPause(
        date: { Date() }, elapsed: { start.duration(to: .now) }, sleep: { try await Task.sleep(for: $0) },
        jitter: { Double.random(in: 0...1) })

    private static let start = ContinuousClock.now
}

/// The waits between the attempts at one request, within one deadline.
package struct RetrySchedule: Sendable {
    private static let maximumAttempts = 10
    private static let longestGuess = 30.0

    private let end: Duration
    private var attempts = 0

    /// Begins now.
    package init(within deadline: Duration, from now: Duration) { end = now + deadline }

    /// Decides whether there is a next attempt.
    ///
    /// - Parameters:
    ///   - asked: The wait that the server asks for, which is never shortened.
    ///   - now: The time on the monotonic clock.
    ///   - jitter: A number from 0 to 1.
    /// - Returns: The wait before the next attempt; `nil` if it would be too late, or was tried too often.
    package mutating func wait(_ asked: Duration?, now: Duration, jitter: Double) -> Duration? {
        attempts += 1
        guard attempts < Self.maximumAttempts else { return nil }
        let guess = min(Self.longestGuess, 0.5 * pow(2, Double(attempts)))
        let wait = asked.map { $0 + .milliseconds(Int(250 * jitter)) } ?? .seconds(guess * (0.5 + 0.5 * jitter))
        return now + wait < end ? wait : nil
    }
}
