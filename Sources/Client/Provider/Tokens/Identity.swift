// SPDX-License-Identifier: Apache-2.0
/// Who signed in, as a validated ID token says; at a provider without ID tokens, as a call of its API says.
///
/// Only these two can make one.
public struct Identity: Sendable, Hashable {
    /// The provider that vouches for it.
    public let issuer: String
    /// The person's id at that provider; with ``issuer`` it is unique for ever.
    public let subject: String
    /// Everything that the ID token says.
    public let claims: Claims

    package init(issuer: String, subject: String, claims: Claims) {
        self.issuer = issuer
        self.subject = subject
        self.claims = claims
    }

    /// The person's name to show.
    public var name: String? { claims.string("name") }

    /// The name that the person signs in with, to show and to fill in; it may change and identifies nobody.
    public var username: String? {
        claims.string("preferred_username") ?? claims.string("email") ?? claims.strings("emails").first
    }
}
