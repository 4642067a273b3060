// SPDX-License-Identifier: Apache-2.0
import Foundation

/// When to stop sending a token, and when to refresh it before that, both counted from now.
struct TokenSchedule: Hashable {
    /// How long to send the token: it must still be good when it arrives.
    let usableFor: Duration
    /// How long the token needs no refresh.
    let freshFor: Duration

    /// Decides by the wall clock, the only time in a file.
    ///
    /// If the clock shows a time before the token was received, it was set back since. The remaining lifetime is then
    /// unknown, and the token counts as expired.
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
        // Even with a tiny `refresh_in` a new token is used for a while, or each call would refresh it.
        let isNewFor = Self.newness / .seconds(1) - max(0, age)
        freshFor = .seconds(max(0, left - max(ahead, margin), min(isNewFor, left - margin)))
    }

    /// How long a new token is used without a refresh, even if the provider or an API asks for one.
    static let newness: Duration = .seconds(30)

    /// The clocks of two programs, or one clock before and after a correction, may differ by this much.
    private static let tolerance: TimeInterval = 60
}
