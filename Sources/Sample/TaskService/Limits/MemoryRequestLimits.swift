// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Synchronization

/// Counts the requests of each person in the memory of one instance.
package final class MemoryRequestLimits: RequestLimits {
    /// The rate of each person.
    package let rate: RequestRate
    private let capacity: Int
    private let state = Mutex<(fullAt: [String: Int64], nextSweep: Int64)>(([:], 0))

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - rate: The rate of each person.
    ///   - capacity: The largest number of people with a bucket that is not full; beyond it, some get a full one.
    package init(_ rate: RequestRate, capacity: Int = 100_000) {
        (self.rate, self.capacity) = (rate, max(capacity, 1))
    }

    /// Counts a request.
    package func count(requestOf owner: String, at date: Date) async throws -> RequestAllowance {
        let now = date.microsecondsSince1970
        return state.withLock { state in
            let (allowance, fullAt) = rate.judge(fullAt: state.fullAt[owner], now: now)
            if state.fullAt.count >= capacity, state.fullAt[owner] == nil { makeRoom(in: &state, at: now) }
            state.fullAt[owner] = fullAt
            return allowance
        }
    }

    /// How many buckets it keeps.
    var keptCount: Int { state.withLock { $0.fullAt.count } }

    /// Removes full buckets, which need not be kept; looking for all takes long, so it happens once in a period.
    private func makeRoom(in state: inout (fullAt: [String: Int64], nextSweep: Int64), at now: Int64) {
        if now >= state.nextSweep {
            state.fullAt = state.fullAt.filter { $0.value > now }
            state.nextSweep = now + rate.period
        }
        if state.fullAt.count >= capacity, let some = state.fullAt.keys.first { state.fullAt[some] = nil }
    }
}
