// SPDX-License-Identifier: Apache-2.0
/// The action that can help after a server error.
public enum NextAction: Sendable, Hashable {
    /// Repeat the request later; after this time if the provider named one.
    case retry(after: Duration?)
    /// A proxy, or the sign-in page of a network, answered in place of the provider: let the person check the
    /// connection.
    case checkConnection
    /// Let the person sign in again.
    case signInAgain
    /// Let the person sign in with another account: this one does not exist at the provider.
    case chooseAccount
    /// The provider requires a sign-in with these claims in its request.
    ///
    /// Tessera cannot send them yet: let the person sign in again. That helps if the provider's page can ask for the
    /// rest.
    case answerClaimsChallenge(String)
    /// Let the person, or an administrator, consent to these permissions; they are empty if the refused request named
    /// none.
    case consent(ScopeSet)
    /// Let the person sign in again for these permissions, and prove a second factor on the provider's page.
    case secondFactor(ScopeSet)
    /// Only devices that the organisation manages may sign in: let the person register this one, or use another.
    case registerDevice
    /// Let the person complete another user flow, and then sign in again.
    case switchUserFlow(UserFlowPurpose)
    /// Only an administrator can help.
    case askAdministrator
    /// Fix the client registration: client id, redirect URI, scopes or secret.
    case correctRegistration
    /// Do nothing: the person cancelled on a page of the provider.
    case acceptCancellation
    /// No action is known to help.
    case none
}

extension NextAction {
    /// The action with the requested permissions and the wait that the response named, if it had none of its own.
    package func completed(asking scopes: ScopeSet, after delay: Duration?) -> NextAction {
        switch self {
        case .retry(nil): .retry(after: delay)
        // Signing in needs no permission; the scopes of sign-in beside those of an API only shape the tokens.
        case .consent([]): .consent(scopes.resourcePart.isEmpty ? scopes : scopes.resourcePart)
        case .secondFactor([]): .secondFactor(scopes)
        default: self
        }
    }
}
