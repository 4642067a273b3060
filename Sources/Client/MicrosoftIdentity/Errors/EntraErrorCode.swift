// SPDX-License-Identifier: Apache-2.0
public import OAuth
import Provider

/// The number of an Entra ID error, as in `AADSTS50076`; the set is open.
public struct EntraErrorCode: Sendable, Hashable, RawRepresentable {
    /// The number without its letters.
    public let rawValue: Int

    /// Takes a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the number from a server error: from its description, or from the numbers beside it; `nil` if it names
    /// none.
    public init?(of error: ServerError) {
        let match = error.errorDescription?.firstMatch(of: #/^AADSTS(\d{4,9})\b/#)
        guard let number = match.flatMap({ Int($0.1) }) ?? error.numbers.first else { return nil }
        rawValue = number
    }

    /// What an error asks for: what its claims, its number and its `suberror` say, in this order, and what the code of
    /// the standard says where none of them is known.
    @Sendable static func nextAction(for error: ServerError) -> NextAction {
        if let claims = error.claims { return .answerClaimsChallenge(claims) }
        // On another device it is this code by which the person says no, whatever number comes with it.
        if error.suberror == "cancel" || error.code == .authorizationDeclined { return .acceptCancellation }
        if asksForConsent(error) { return .consent([]) }
        return EntraErrorCode(of: error)?.nextAction ?? error.suberror.flatMap(nextAction(suberror:))
            ?? error.actionOfCode
    }

    /// Whether an error is about the refresh token itself.
    ///
    /// Entra ID also says `invalid_grant`, now with and now without a `suberror`, where a second factor or a new
    /// password is asked for; only the number tells them apart.
    @Sendable static func endsSignIn(_ error: ServerError) -> Bool {
        guard ProviderRules.endsGrant(error), !asksForConsent(error) else { return false }
        guard let number = EntraErrorCode(of: error)?.rawValue else { return true }
        // What is left of the suberrors says that the token is bad or expired.
        return number != tooOldForOneAPI && (error.suberror != nil || ends.contains(number))
    }

    /// 70000 also says that a permission was never consented to; the refresh token is still good for the others.
    private static func asksForConsent(_ error: ServerError) -> Bool {
        EntraErrorCode(of: error)?.rawValue == 70000
            && error.errorDescription?.contains("scopes requested are unauthorized or expired") == true
    }

    /// A policy of one API wants people to sign in more often; the refresh token is still good for the others.
    private static let tooOldForOneAPI = 70043

    /// Revoked, unknown, expired, unused for too long, or a single-page app's, which last 24 hours.
    private static let ends: Set<Int> = [50133, 50173, 70000, 70008, 700_082, 700_084]
}
