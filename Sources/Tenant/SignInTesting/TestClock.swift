// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Provider
import Synchronization

/// A clock that stands still until it is moved.
public final class TestClock: Sendable {
    private let time: Mutex<Date>

    /// Creates a clock that stands at a time.
    public init(_ start: Date) {
        time = Mutex(start)
    }

    /// The time.
    public var now: Date { time.withLock { $0 } }

    /// Moves the clock, forwards or with a negative duration backwards.
    public func advance(by duration: Duration) {
        time.withLock { $0 += duration.timeInterval }
    }
}
