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

    /// Whether the caller must have been given a scope; not the API's own app, where the rules say so.
    private let needsScope: Bool

    package init(
        issuer: String, subject: String, clientID: String, claims: Claims, callerID: String, needsScope: Bool = true
    ) {
        self.issuer = issuer
        self.subject = subject
        self.clientID = clientID
        self.claims = claims
        self.callerID = callerID
        self.needsScope = needsScope
    }

    /// What the person lets the app do.
    public var scopes: ScopeSet {
        ScopeSet(text: claims.string("scp") ?? claims.string("scope") ?? "")
    }

    /// Whether the caller may do what a scope stands for.
    public func allows(_ scope: String) -> Bool { !needsScope || scopes.contains(scope) }
}
