// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// A caller's rights, from a validated access token.
///
/// Only the validator can make one.
public struct AccessToken: Sendable, Hashable {
    /// The provider that vouches for it.
    public let issuer: String
    /// The caller's id at that provider.
    public let subject: String
    /// The app that calls.
    public let clientID: String
    /// All claims of the token.
    public let claims: Claims

    /// A key for the caller: it never changes, and no other caller has it.
    public let callerID: String

    /// Whether the caller must have a scope; `false` for the API's own app, if the rules allow that.
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

    /// The scopes that the person granted to the app.
    public var scopes: ScopeSet {
        ScopeSet(text: claims.string("scp") ?? claims.string("scope") ?? "")
    }

    /// Whether the caller has this scope, or needs none.
    public func allows(_ scope: String) -> Bool { !needsScope || scopes.contains(scope) }
}
