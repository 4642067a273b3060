// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What tells the time: what the clock on the wall shows, and how much time has passed.
///
/// Somebody may set the clock on the wall. What has passed cannot be set, and goes on while the machine sleeps.
public struct TimeSource: Sendable {
    /// The time on the wall.
    public let date: @Sendable () -> Date
    /// The time that has passed since some moment, the same one for every call.
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
