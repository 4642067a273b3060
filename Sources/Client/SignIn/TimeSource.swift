// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The wall clock, which people may set, and a monotonic clock, which goes on while the machine sleeps.
public struct TimeSource: Sendable {
    /// The wall clock.
    public let date: @Sendable () -> Date
    /// The monotonic clock: the time since some fixed moment.
    public let elapsed: @Sendable () -> Duration

    /// Creates a source from two clocks.
    public init(date: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration) {
        self.date = date
        self.elapsed = elapsed
    }

    /// Creates a source from one clock, such as that of a test.
    public init(_ date: @escaping @Sendable () -> Date) {
        self.init(date: date) { .seconds(date().timeIntervalSince1970) }
    }

    /// The clocks of this machine.
    public static let system = TimeSource(date: { Date() }, elapsed: { start.duration(to: .now) })

    /// `ContinuousClock` goes on while the machine sleeps, `SuspendingClock` does not.
    private static let start = ContinuousClock.now
}
