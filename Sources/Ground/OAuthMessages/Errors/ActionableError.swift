// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// An error with a sentence for the user, and the action that can help.
///
/// All errors of Tessera conform to it, so an app needs no list of its own:
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch let error as any ActionableError {
///     await show(error.localizedDescription, offering: error.nextAction)
/// }
/// ```
public protocol ActionableError: LocalizedError, Sendable {
    /// The cause and the solution in one sentence, without an initial capital letter or a period.
    var message: String { get }
    /// The action that can help.
    var nextAction: NextAction { get }
}

extension ActionableError {
    /// The message as a complete sentence; system interfaces show it as `localizedDescription`.
    public var errorDescription: String? { message.asSentence }
}

extension String {
    package var asSentence: String { prefix(1).uppercased() + dropFirst() + (last?.isPunctuation == true ? "" : ".") }
}

/// The action that can help after an error.
///
/// ```swift
/// if case .consent(let scopes) = error.nextAction {
///     account = try await flow.extend(account, by: scopes, with: agent)
/// }
/// ```
public enum NextAction: Sendable, Hashable {
    /// Retry the request later, after this time if the provider specified one.
    case retry(after: Duration?)
    /// A proxy or captive portal answered in place of the provider: let the user check the connection.
    case checkConnection
    /// Let the user sign in again.
    case signInAgain
    /// Let the user sign in with another account, because this one does not exist at the provider.
    case chooseAccount
    /// Request a sign-in with these claims, in ``SignInOptions/claims``.
    case answerClaimsChallenge(String)
    /// Let the user, or an administrator, consent to these permissions; empty if the rejected request named none.
    case consent(ScopeSet)
    /// Let the user sign in again for these permissions, with a second factor on the provider's page.
    case secondFactor(ScopeSet)
    /// Only devices that the organization manages can sign in: let the user register this one, or use another.
    case registerDevice
    /// Let the user set a new password in the password reset flow, and then sign in again.
    case resetPassword
    /// Let the user create an account in the sign-up flow, and then sign in again.
    case signUp
    /// Only an administrator can help.
    case askAdministrator
    /// Fix the settings: client ID, redirect URI, scopes, secret, or a URL.
    case correctRegistration
    /// Set this machine's clock, which differs from the provider's.
    case setClock
    /// Repair the account storage or its key; the error's message says how.
    case repairStorage
    /// Do nothing: the user canceled on the provider's page.
    case acceptCancellation
    /// No known action helps.
    case none
}

extension NextAction {
    /// The whole seconds until a later request may succeed, at least 1; `nil` if none helps.
    package var secondsToWait: Int? {
        guard case .retry(let delay) = self else { return nil }
        return max(1, delay?.secondsRoundedUp ?? 1)
    }

    /// Adds the requested permissions and the delay that the response named, if the action has none.
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
