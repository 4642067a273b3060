// SPDX-License-Identifier: Apache-2.0
/// The callers of an API that need a scope.
///
/// ```swift
/// var rules = AccessTokenRules(audiences: [clientID])
/// rules.scopeRule = .everyAppButItsOwn  // app and API are one registration of Azure AD B2C
/// let tokens = AcceptedTokens(from: userFlow.provider, rules)
/// ```
public enum ScopeRule: Sendable, Hashable {
    /// Every caller, as the standard requires.
    case everyCaller
    /// Every caller except the API's own app, if app and API share a registration, as Azure AD B2C allows.
    ///
    /// If a token's `aud` equals its `azp`, the app requested it for its own registration. It has no scope, because no
    /// other party has to consent. If it does have scopes, they apply.
    ///
    /// At other providers, an ID token can have the same form, so the token must be of the type `at+jwt` there.
    case everyAppButItsOwn
}
