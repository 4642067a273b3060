// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// A caller's rights, as a validated access token says.
///
/// Only the validator can make one.
public struct AccessToken: Sendable, Hashable {
    /// The provider that vouches for it.
    public let issuer: String
    /// The caller's id at that provider.
    public let subject: String
    /// The app that calls.
    public let clientID: String
    /// Everything that the token says.
    public let claims: Claims

    /// A key for the caller that never changes and that no other caller has.
    public let callerID: String

    package init(issuer: String, subject: String, clientID: String, claims: Claims, callerID: String) {
        self.issuer = issuer
        self.subject = subject
        self.clientID = clientID
        self.claims = claims
        self.callerID = callerID
    }

    /// What the person lets the app do.
    public var scopes: ScopeSet {
        ScopeSet(text: claims.string("scp") ?? claims.string("scope") ?? "")
    }
}
