// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Lets something happen a few times at once, and then once in each interval.
struct TokenBucket {
    /// How many tokens there are when it is full.
    let capacity: Int
    /// Seconds until one token more is there.
    let interval: TimeInterval
    private var fullAt = Date.distantPast

    /// A full bucket.
    init(capacity: Int, interval: TimeInterval) {
        self.capacity = capacity
        self.interval = interval
    }

    /// Takes a token if there is one.
    ///
    /// What is kept is when the bucket will be full again, and not how full it is: many small additions would not sum
    /// up to what they should.
    mutating func take(now: Date) -> Bool {
        let full = max(fullAt, now) + interval
        guard full <= now + interval * Double(capacity) else { return false }
        fullAt = full
        return true
    }
}
