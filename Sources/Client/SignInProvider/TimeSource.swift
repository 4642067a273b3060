// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The clocks of a program, as a parameter that lets a test advance time.
///
/// ```swift
/// let accounts = AccountStore(MemoryAccountStorage(), over: tenant.transport, time: tenant.clock.time)
/// let flow = SignInFlow(tenant.registration, keepingIn: accounts)
/// tenant.clock.advance(by: .seconds(3600))  // tenant: from SignInTesting
/// ```
public struct TimeSource: Sendable {
    /// Returns the wall clock time, which users can set.
    public let date: @Sendable () -> Date
    /// Returns the monotonic time since a fixed moment, including time that the machine sleeps.
    public let elapsed: @Sendable () -> Duration
    /// Waits, or throws `CancellationError` when the task is canceled.
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

    /// For code that does not sleep.
    package init(_ date: @escaping @Sendable () -> Date) {
        self.init(date: date, elapsed: { .seconds(date().timeIntervalSince1970) })
    }

    /// This machine's clocks.
    public static let system = TimeSource(date: { Date() }, elapsed: { start.duration(to: .now) })

    /// `ContinuousClock` continues while the machine sleeps, `SuspendingClock` does not.
    private static let start = ContinuousClock.now
}

extension Duration {
    package var timeInterval: TimeInterval { self / .seconds(1) }
}
