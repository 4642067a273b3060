// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Allows something a few times at once, and then once in each interval.
struct TokenBucket {
    /// The number of tokens in a full bucket.
    let capacity: Int
    /// The seconds until the next token is there.
    let interval: TimeInterval
    private var fullAt = Date.distantPast

    /// A full bucket.
    init(capacity: Int, interval: TimeInterval) {
        self.capacity = capacity
        self.interval = interval
    }

    /// Takes a token if there is one.
    ///
    /// It stores when the bucket will be full again, not the number of tokens: many small additions would not sum up
    /// exactly.
    mutating func take(now: Date) -> Bool {
        let full = max(fullAt, now) + interval
        guard full <= now + interval * Double(capacity) else { return false }
        fullAt = full
        return true
    }
}
