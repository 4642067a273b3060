// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A wall clock that never goes back.
///
/// When the system's clock is set back, this one goes on from its latest time. Otherwise nothing would be fetched until
/// the system's clock had caught up.
struct SteadyClock {
    private var latest = Date.distantPast
    private var setBack: TimeInterval = 0

    /// The steady time for a time of the system's clock.
    mutating func time(at clock: Date) -> Date {
        setBack = max(setBack, latest.timeIntervalSince(clock))
        latest = clock + setBack
        return latest
    }
}
