// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Provider
import Synchronization

/// A clock that stands still until a caller moves it.
public final class TestClock: Sendable {
    private let time: Mutex<Date>

    /// Creates a clock that is frozen at a time.
    public init(_ start: Date) {
        time = Mutex(start)
    }

    /// The time.
    public var now: Date { time.withLock { $0 } }

    /// Moves the clock forwards, or backwards by a negative duration.
    public func advance(by duration: Duration) {
        time.withLock { $0 += duration.timeInterval }
    }
}
