// SPDX-License-Identifier: Apache-2.0
import Foundation

/// When a token stops being sent, and when a new one is asked for ahead of that, both from the moment of asking.
struct TokenSchedule: Hashable {
    /// How long the token is worth sending: it must still be good when it arrives.
    let usableFor: Duration
    /// How long nothing needs to be done.
    let freshFor: Duration

    /// Decides by the wall clock, which is all that a file knows.
    ///
    /// A clock that shows a time before the token was given was set back since, and says nothing of how long the token
    /// will last; it counts as ended.
    init(_ token: KeptToken, now: Date) {
        let age = now.timeIntervalSince(token.obtainedAt)
        guard age >= -Self.tolerance else {
            (usableFor, freshFor) = (.zero, .zero)
            return
        }
        let lifetime = token.expiresAt.timeIntervalSince(token.obtainedAt)
        let margin = min(60, lifetime / 10)
        let ahead = token.refreshAt.map { token.expiresAt.timeIntervalSince($0) } ?? min(300, lifetime / 5)
        let left = lifetime - max(0, age)
        usableFor = .seconds(max(0, left - margin))
        // Whatever a provider wants: a token that is renewed as soon as it is there is of no use to anybody.
        let isNewFor = Self.newness / .seconds(1) - max(0, age)
        freshFor = .seconds(max(0, left - max(ahead, margin), min(isNewFor, left - margin)))
    }

    /// How long a token is left alone, whatever the provider or an API says of it.
    static let newness: Duration = .seconds(30)

    /// Two programs that read the clock at once, or a clock that was set right, may differ by this much.
    private static let tolerance: TimeInterval = 60
}
