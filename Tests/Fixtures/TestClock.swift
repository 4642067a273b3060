// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Synchronization

/// A clock that goes only when it is told to.
package final class TestClock: Sendable {
    private let time: Mutex<Date>

    /// Creates a clock; it shows 2026-01-09T12:00:00Z unless told otherwise.
    package init(_ start: Date = Date(timeIntervalSince1970: 1_767_960_000)) {
        time = Mutex(start)
    }

    package var now: Date { time.withLock { $0 } }

    package func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
