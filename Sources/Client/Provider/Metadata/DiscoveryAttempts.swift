// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Decides when to ask again after a provider's metadata could not be fetched; pure, and driven by
/// ``DiscoveredProviders``.
///
/// Any client can send tokens to an API. While the provider gives no metadata, these cause four requests at once and
/// then one every five seconds; in between the last failure is the answer.
struct DiscoveryAttempts {
    private var bucket = TokenBucket(capacity: 4, interval: KeySetCache.refillInterval)
    private var clock = SteadyClock()
    private var failure: (any Error)?

    /// Counts one attempt.
    ///
    /// - Throws: The last failure, if it is too early for another attempt.
    mutating func begin(now: Date) throws {
        let isEarly = !bucket.take(now: clock.time(at: now))
        if let failure, isEarly { throw failure }
    }

    /// Notes the failure of an attempt; `nil` for success.
    mutating func end(with failure: (any Error)?) { self.failure = failure }
}
