// SPDX-License-Identifier: Apache-2.0
/// The callers of an API that need a scope.
///
/// ```swift
/// var rules = AccessTokenRules(audiences: [clientID])
/// rules.scopeRule = .everyAppButItsOwn  // app and API are one registration of Azure AD B2C
/// let tokens = AcceptedTokens(from: userFlow.provider, rules)
/// ```
public enum ScopeRule: Sendable, Hashable {
    /// Every caller: the standard.
    case everyCaller
    /// Every caller but the API's own app, if app and API are one registration, as Azure AD B2C allows.
    ///
    /// If a token's `aud` is its `azp`, the app requested it for the registration itself. It carries no scope, because
    /// no other party has to consent. If it does name scopes, they limit it.
    ///
    /// At other providers an ID token may have the same form, so there the token must be of the type `at+jwt`.
    case everyAppButItsOwn
}
