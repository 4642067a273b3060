// SPDX-License-Identifier: Apache-2.0
import OAuth
import Provider

extension TokenResponse {
    /// The scopes to keep the access token for: a token of one API must not serve as that of another.
    ///
    /// A token that covers the request is kept for the requested scopes. The client does not compare scopes of two
    /// kinds of provider: Microsoft's write them differently in responses but give one API's token for one API's
    /// scopes, and plain OAuth providers have conventions of their own.
    ///
    /// RFC 6749 §5.1
    func granted(asking scopes: ScopeSet, of registration: ClientRegistration) -> ScopeSet {
        guard !registration.rules.sendsScopesToTokenEndpoint, registration.oauthProvider == nil,
            let granted = self.scopes
        else {
            return scopes
        }
        return granted.permissions.isSuperset(of: scopes.permissions) ? scopes : granted
    }
}
