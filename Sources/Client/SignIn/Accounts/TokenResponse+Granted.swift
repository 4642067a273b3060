// SPDX-License-Identifier: Apache-2.0
import OAuth
import Provider

extension TokenResponse {
    /// What the access token may be kept for, given what was asked: a token of one API must not be taken for that of
    /// another.
    ///
    /// Where it allows all that was asked, it is for that. Microsoft's providers write scopes otherwise than they are
    /// asked for, and give exactly one API's token for one API's scopes; plain providers have conventions of their own.
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
