// SPDX-License-Identifier: Apache-2.0

/// Only tests move this clock.
package final class TestClock: Sendable {
    private let time: Mutex<Date>

    /// Starts at 2026-01-09T12:00:00Z by default.
    package init(_ start: Date = Date(timeIntervalSince1970: 1_767_960_000)) { time = Mutex(start) }

    package var now: Date { time.withLock { $0 } }

    package func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
