// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation

/// RFC 7519 §4.1.4 to §4.1.6.
package struct TimeRules: Sendable, Hashable {
    package var skew: Duration

    package init(skew: Duration = .seconds(300)) { self.skew = skew }

    package var tolerance: TimeInterval { skew.timeInterval }

    /// When ``check(_:now:)`` accepts the claims; `nil` for never.
    package func lifetime(of claims: Claims) -> Range<Date>? {
        let begins = ["nbf", "iat"].filter(claims.has).map(claims.date)
        guard let expiry = claims.date("exp"), !begins.contains(nil) else { return nil }
        let begin = begins.compactMap { $0?.addingTimeInterval(-tolerance) }.max() ?? .distantPast
        let end = expiry.addingTimeInterval(tolerance)
        return begin < end ? begin..<end : nil
    }

    package func check(_ claims: Claims, now: Date) throws {
        guard let expiry = claims.date("exp") else {
            throw Refusal(.claimMissing, "the token has no expiration time (exp)")
        }
        guard now.timeIntervalSince(expiry) < tolerance else {
            throw Refusal(.expired, "the token expired at \(expiry.formatted(.iso8601)); get a new token")
        }
        if claims.has("nbf") {
            guard let start = claims.date("nbf"), start.timeIntervalSince(now) <= tolerance else {
                throw Refusal(.notYetValid, "the token is not valid yet; check this machine's clock")
            }
        }
        if claims.has("iat") {
            guard let issued = claims.date("iat"), issued.timeIntervalSince(now) <= tolerance else {
                throw Refusal(.issuedInFuture, "the token was issued in the future; check this machine's clock")
            }
        }
    }
}
