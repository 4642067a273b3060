// SPDX-License-Identifier: Apache-2.0
/// The action that can help after an error.
///
/// ```swift
/// if case .consent(let scopes) = error.nextAction {
///     account = try await flow.extend(account, by: scopes, with: agent)
/// }
/// ```
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
    /// The provider requires a sign-in with these claims in its request, which ``SignInOptions/claims`` carries.
    case answerClaimsChallenge(String)
    /// Let the person, or an administrator, consent to these permissions; they are empty if the refused request named
    /// none.
    case consent(ScopeSet)
    /// Let the person sign in again for these permissions, and prove a second factor on the provider's page.
    case secondFactor(ScopeSet)
    /// Only devices that the organisation manages may sign in: let the person register this one, or use another.
    case registerDevice
    /// Let the person set a new password in the user flow for that, and then sign in again.
    case resetPassword
    /// Let the person create an account in the user flow for that, and then sign in again.
    case signUp
    /// Only an administrator can help.
    case askAdministrator
    /// Fix the settings: client id, redirect URI, scopes, secret or an address.
    case correctRegistration
    /// Set the clock of this machine: it differs from the provider's.
    case setClock
    /// Repair the place that keeps the accounts, or its key; the error's message says how.
    case repairStorage
    /// Do nothing: the person cancelled on a page of the provider.
    case acceptCancellation
    /// No action is known to help.
    case none
}

extension NextAction {
    /// The whole seconds until a later request may succeed, at least 1; `nil` if none helps.
    package var secondsToWait: Int? {
        guard case .retry(let delay) = self else { return nil }
        return max(1, delay?.secondsRoundedUp ?? 1)
    }

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
