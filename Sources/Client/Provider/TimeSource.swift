// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The clocks of a program: a parameter, so that a test can pass an hour at once.
///
/// ```swift
/// let accounts = AccountStore(MemoryAccountStorage(), over: tenant.transport, time: tenant.clock.time)
/// let flow = SignInFlow(tenant.registration, keepingIn: accounts)
/// tenant.clock.advance(by: .seconds(3600))  // tenant: of SignInTesting
/// ```
public struct TimeSource: Sendable {
    /// The wall clock, which people may set.
    public let date: @Sendable () -> Date
    /// The monotonic clock, which goes on while the machine sleeps: the time since some fixed moment.
    public let elapsed: @Sendable () -> Duration
    /// Waits, and throws `CancellationError` when the task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a source from its parts.
    public init(
        date: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.date = date
        self.elapsed = elapsed
        self.sleep = sleep
    }

    /// Creates a source from one clock, for code that makes no pause.
    package init(_ date: @escaping @Sendable () -> Date) {
        self.init(date: date, elapsed: { .seconds(date().timeIntervalSince1970) })
    }

    /// The clocks of this machine.
    public static let system = TimeSource(date: { Date() }, elapsed: { start.duration(to: .now) })

    /// `ContinuousClock` goes on while the machine sleeps, `SuspendingClock` does not.
    private static let start = ContinuousClock.now
}
