// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import SignIn

/// An error from a route that needs a user, or more consent.
///
/// The middleware sends the browser to the provider and back to the same page.
///
/// ```swift
/// router.post("account/remove") { _, context in
///     let account = try await context.account()
///     guard account.identity.claims.strings("groups").contains("owners") else {
///         throw SignInRequired(options: SignInOptions(prompt: .selectAccount))
///     }
///     return "Removed \(account.id.rawValue)"
/// }
/// ```
public struct SignInRequired: Error, Sendable {
    /// The name of the registration; `nil` for the app's first.
    public var registration: String?
    /// Permissions to request in addition to the registration's.
    public var scopes: ScopeSet
    /// Options of the authorization request.
    public var options: SignInOptions
    /// The account to extend; `nil` accepts any user.
    public var account: Account?
    /// The path and query in this app to return to; `nil` for the page that threw the error.
    public var returnTo: String?

    /// Creates the error.
    public init(
        at registration: String? = nil, scopes: ScopeSet = [], options: SignInOptions = SignInOptions(),
        extending account: Account? = nil, returningTo address: String? = nil
    ) {
        (self.registration, self.scopes, self.options, self.account) = (registration, scopes, options, account)
        returnTo = address
    }

    /// Creates the sign-in that satisfies an API's challenge to an account, for a token with these permissions.
    public init(meeting challenge: ChallengeAnswer, scopes: ScopeSet, for account: Account) {
        var options = challenge.options
        options.loginHint = account.identity.username
        self.init(at: account.registration, scopes: scopes, options: options, extending: account)
    }

    init?(after error: any Error, for account: Account?) {
        guard let error = error as? any ActionableError else { return nil }
        let registration = account?.registration
        let hint = SignInOptions(loginHint: account?.identity.username)
        switch error.nextAction {
        case .signInAgain: self.init(at: registration, options: hint)
        case .answerClaimsChallenge(let claims):
            var options = hint
            options.claims = ClaimsRequest(json: claims)
            self.init(at: registration, options: options)
        case .consent(let scopes):
            self.init(
                at: registration, scopes: scopes,
                options: SignInOptions(prompt: .consent, loginHint: account?.identity.username), extending: account)
        case .secondFactor(let scopes):
            self.init(at: registration, scopes: scopes, options: hint, extending: account)
        default:
            return nil
        }
    }
}
