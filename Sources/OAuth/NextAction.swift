// SPDX-License-Identifier: Apache-2.0
/// What to do about a server error.
public enum NextAction: Sendable, Hashable {
    /// Ask again later; after this time where the provider named one.
    case retry(after: Duration?)
    /// Let the person sign in again.
    case signInAgain
    /// Let the person sign in with these claims in the request.
    case answerClaimsChallenge(String)
    /// Let the person, or an administrator, consent.
    case consent
    /// Only an administrator can help.
    case askAdministrator
    /// Mend the client registration: client id, redirect URI, scopes or secret.
    case correctRegistration
    /// Nothing in particular is known to help.
    case none
}
