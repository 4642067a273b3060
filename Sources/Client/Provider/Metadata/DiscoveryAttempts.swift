// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Decides when a provider whose metadata could not be fetched is asked again; pure, and driven by
/// ``DiscoveredProviders``.
///
/// Anyone can send an API tokens. While the provider gives no metadata, they cause four requests at once and then one
/// every five seconds; in between the last failure is the answer.
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

    /// Notes how an attempt ended; `nil` for one that succeeded.
    mutating func end(with failure: (any Error)?) { self.failure = failure }
}
