// SPDX-License-Identifier: Apache-2.0
/// Which callers of an API must have been given a scope.
public enum ScopeRule: Sendable, Hashable {
    /// Every caller: the standard.
    case everyCaller
    /// Every caller but the API's own app, where app and API are one registration, as Azure AD B2C allows.
    ///
    /// A token whose `aud` is its `azp` was asked for by naming the registration itself; it carries no scope, because
    /// there is nobody else whose leave would be needed. One that does name scopes is held to them.
    ///
    /// At other providers an ID token may have the same form, so there the token must be of the type `at+jwt`.
    case everyAppButItsOwn
}
