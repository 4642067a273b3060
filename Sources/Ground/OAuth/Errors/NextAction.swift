// SPDX-License-Identifier: Apache-2.0
/// What to do about a server error.
public enum NextAction: Sendable, Hashable {
    /// Ask again later; after this time where the provider named one.
    case retry(after: Duration?)
    /// Something between this device and the provider answered in its place, such as a proxy or the sign-in page of a
    /// network: let the person see to the connection.
    case checkConnection
    /// Let the person sign in again.
    case signInAgain
    /// Let the person sign in with another account: this one does not exist where it was used.
    case chooseAccount
    /// The provider wants a sign-in whose request carries these claims.
    ///
    /// Tessera cannot send them yet: let the person sign in again, which is enough where the page can ask for what is
    /// missing.
    case answerClaimsChallenge(String)
    /// Let the person, or an administrator, consent to these permissions; they are empty where the request that was
    /// refused named none.
    case consent(ScopeSet)
    /// Let the person sign in again for these permissions, and prove a second factor on the provider's page.
    case secondFactor(ScopeSet)
    /// Only devices that the organisation manages are let in: let the person enrol this one, or use one that is.
    case registerDevice
    /// Let the person go through another user flow, and then sign in again.
    case switchUserFlow(UserFlowPurpose)
    /// Only an administrator can help.
    case askAdministrator
    /// Mend the client registration: client id, redirect URI, scopes or secret.
    case correctRegistration
    /// Nothing: the person gave up on a page of the provider.
    case acceptCancellation
    /// Nothing in particular is known to help.
    case none
}

extension NextAction {
    /// The same, for the permissions that were asked for and after the time that the answer named, where they were not
    /// known yet.
    package func completed(asking scopes: ScopeSet, after delay: Duration?) -> NextAction {
        switch self {
        case .retry(nil): .retry(after: delay)
        // Nobody lacks the permission to sign in; what stands beside API permissions only shapes the tokens.
        case .consent([]): .consent(scopes.resourcePart.isEmpty ? scopes : scopes.resourcePart)
        case .secondFactor([]): .secondFactor(scopes)
        default: self
        }
    }
}
