// SPDX-License-Identifier: Apache-2.0
/// The identity of a signed-in person, from a validated ID token or, at a provider without ID tokens, from a call of
/// its API.
///
/// Only these two make one.
public struct Identity: Sendable, Hashable {
    /// The issuer that vouches for it.
    public let issuer: String
    /// The person's id at that provider; with ``issuer`` it is unique for ever.
    public let subject: String
    /// All claims of the ID token.
    public let claims: Claims

    package init(issuer: String, subject: String, claims: Claims) {
        self.issuer = issuer
        self.subject = subject
        self.claims = claims
    }

    /// The person's name to show.
    public var name: String? { claims.string("name") }

    /// The name that the person signs in with, to show and to fill in; it may change, and is no identifier.
    public var username: String? {
        claims.string("preferred_username") ?? claims.string("email") ?? claims.strings("emails").first
    }
}
