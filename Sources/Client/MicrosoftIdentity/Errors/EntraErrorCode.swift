// SPDX-License-Identifier: Apache-2.0
public import OAuth
import Provider

/// The number of an Entra ID error, as in `AADSTS50076`; the set is open.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch let error as ServerError where EntraErrorCode(of: error)?.rawValue == 50105 {
///     await show("Ask your administrator to assign you to this app.")  // AADSTS50105
/// }
/// ```
public struct EntraErrorCode: Sendable, Hashable, RawRepresentable {
    /// The number without its letters.
    public let rawValue: Int

    /// Takes a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the number from a server error: from its description, or from the numbers beside it; `nil` if there is
    /// none.
    public init?(of error: ServerError) {
        let match = error.providerDescription?.firstMatch(of: #/^AADSTS(\d{4,9})\b/#)
        guard let number = match.flatMap({ Int($0.1) }) ?? error.numbers.first else { return nil }
        rawValue = number
    }

    /// The next action for an error: from its claims, its number and its `suberror`, in this order, or from the
    /// standard's code if none of them is known.
    @Sendable static func nextAction(for error: ServerError) -> NextAction {
        if let claims = error.claims { return .answerClaimsChallenge(claims) }
        // On another device the person declines with this code, together with any number.
        if error.suberror == "cancel" || error.code == .authorizationDeclined { return .acceptCancellation }
        if asksForConsent(error) { return .consent([]) }
        return EntraErrorCode(of: error)?.nextAction ?? error.suberror.flatMap(nextAction(suberror:))
            ?? error.actionOfCode
    }

    /// Whether an error is about the refresh token itself.
    ///
    /// Entra ID also sends `invalid_grant`, with or without a `suberror`, to require a second factor or a new password;
    /// only the number tells them apart.
    @Sendable static func endsSignIn(_ error: ServerError) -> Bool {
        guard ProviderRules.endsGrant(error), !asksForConsent(error) else { return false }
        guard let number = EntraErrorCode(of: error)?.rawValue else { return true }
        // The remaining values of `suberror` mean that the token is bad or expired.
        return number != tooOldForOneAPI && (error.suberror != nil || ends.contains(number))
    }

    /// 70000 also means that a permission lacks consent; the refresh token is still good for the others.
    private static func asksForConsent(_ error: ServerError) -> Bool {
        EntraErrorCode(of: error)?.rawValue == 70000
            && error.providerDescription?.contains("scopes requested are unauthorized or expired") == true
    }

    /// A policy of one API requires more frequent sign-ins; the refresh token is still good for the others.
    private static let tooOldForOneAPI = 70043

    /// Revoked, unknown, expired, unused for too long, or of a single-page app, where tokens last 24 hours.
    private static let ends: Set<Int> = [50133, 50173, 70000, 70008, 700_082, 700_084]
}
