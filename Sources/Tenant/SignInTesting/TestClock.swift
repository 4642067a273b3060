// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Provider
import Synchronization

/// A clock that stands still until a caller moves it.
///
/// ```swift
/// let token = try await session.accessToken(for: ["User.Read.All"])
/// tenant.clock.advance(by: .seconds(2 * 3600))
/// #expect(try await session.accessToken(for: ["User.Read.All"]) != token)
/// ```
public final class TestClock: Sendable {
    private let current: Mutex<Date>

    /// Creates a clock that is frozen at a time.
    public init(_ start: Date) {
        current = Mutex(start)
    }

    /// The time.
    public var now: Date { current.withLock { $0 } }

    /// The clock for account stores and APIs, which then agree with the tenant on the time; a pause moves it at once.
    public var time: TimeSource {
        TimeSource(
            date: { [self] in now }, elapsed: { [self] in .seconds(now.timeIntervalSince1970) },
            sleep: { [self] pause in
                try Task.checkCancellation()
                advance(by: pause)
            })
    }

    /// Moves the clock forwards, or backwards by a negative duration.
    public func advance(by duration: Duration) { current.withLock { $0 += duration.timeInterval } }
}
