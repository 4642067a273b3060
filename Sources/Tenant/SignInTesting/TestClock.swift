// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import SignInProvider
import Synchronization

/// A clock that stands still until it is advanced.
///
/// ```swift
/// let token = try await session.accessToken(for: ["User.Read.All"])
/// tenant.clock.advance(by: .seconds(2 * 3600))
/// #expect(try await session.accessToken(for: ["User.Read.All"]) != token)
/// ```
public final class TestClock: Sendable {
    private let current: Mutex<Date>

    /// Creates a clock frozen at a time.
    public init(_ start: Date) { current = Mutex(start) }

    /// The current time.
    public var now: Date { current.withLock { $0 } }

    /// The clock for account stores and APIs, which then agree with the tenant; a delay advances it immediately.
    public var time: TimeSource {
        TimeSource(
            date: { [self] in now }, elapsed: { [self] in .seconds(now.timeIntervalSince1970) },
            sleep: { [self] pause in
                try Task.checkCancellation()
                advance(by: pause)
            })
    }

    /// Advances the clock, or moves it back by a negative duration.
    public func advance(by duration: Duration) { current.withLock { $0 += duration.timeInterval } }
}
