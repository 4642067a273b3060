// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

/// A signed-in user's identity, from a validated ID token or, at a provider without ID tokens, from an API call.
///
/// There is no other way to create one.
///
/// ```swift
/// let identity = account.identity
/// await show("Hello, \(identity.name ?? identity.username ?? "you")!")
/// let key = [identity.issuer, identity.subject]  // never the user name, which may change
/// ```
public struct Identity: Sendable, Hashable {
    /// The issuer that asserts the identity.
    public let issuer: String
    /// The user's ID at that provider; permanently unique together with ``issuer``.
    public let subject: String
    /// The claims of the ID token.
    ///
    /// A refresh keeps the names if its ID token has none. A web app adds names from UserInfo, and later claims from a
    /// user flow.
    public let claims: Claims

    package init(issuer: String, subject: String, claims: Claims) {
        self.issuer = issuer
        self.subject = subject
        self.claims = claims
    }

    /// The user's display name.
    public var name: String? { claims.text("name") }

    /// The name that the user signs in with, for display and as a login hint.
    ///
    /// It can change, so it is not an identifier.
    public var username: String? {
        claims.text("preferred_username") ?? claims.text("email") ?? claims.strings("emails").first { !$0.isEmpty }
    }
}

extension Identity {
    /// A sign-in without an ID token; all such sign-ins at a registration share one account.
    package static func unnamed(at issuer: String) -> Identity {
        Identity(issuer: issuer, subject: unnamedSubject, claims: Claims([:]))
    }

    /// Whether the sign-in returned no claims about the user.
    public var isUnnamed: Bool { subject == Self.unnamedSubject && claims.values.isEmpty }

    private static let unnamedSubject = "unnamed"

    package func checkContinued(by later: Identity) throws {
        guard later.subject.isSameSecret(as: subject), later.issuer.isSameSecret(as: issuer) else {
            throw Refusal(.subjectMismatch, "the provider responded for another user; sign in again")
        }
    }

    /// The same user, as described by a refreshed ID token.
    ///
    /// The user does not authenticate at a refresh, so `auth_time` keeps the value of the sign-in. A later one does not
    /// invalidate the token, because some providers report a session that was used elsewhere.
    ///
    /// - Throws: ``Refusal`` (`subjectMismatch`, `audienceMismatch`, `authorizedPartyMismatch`, `idTokenOutdated`).
    ///   OpenID Connect Core §12.2
    func refreshed(by later: Identity) throws -> Identity {
        try checkContinued(by: later)
        let (signedIn, told) = (claims, later.claims)
        guard !signedIn.has("aud") || Set(told.strings("aud")) == Set(signedIn.strings("aud")) else {
            throw Refusal(
                .audienceMismatch, "the refreshed ID token has another audience than at sign-in; sign in again")
        }
        guard !signedIn.has("aud") || told["azp"] == signedIn["azp"] else {
            throw Refusal(
                .authorizedPartyMismatch,
                "the refreshed ID token was issued to another app than at sign-in; sign in again")
        }
        if let earlier = signedIn.date("iat"), let later = told.date("iat"),
            earlier.timeIntervalSince(later) > Self.clockDifference
        {
            throw Refusal(
                .idTokenOutdated, "the refreshed ID token is older than the previous one; sign in again")
        }
        var values = told.values
        values["auth_time"] = signedIn["auth_time"]
        // Some providers name the user only at sign-in, or at UserInfo.
        for name in Self.claimsOfName where told.text(name) == nil { values[name] = signedIn[name] ?? values[name] }
        return Identity(issuer: later.issuer, subject: later.subject, claims: Claims(values))
    }

    /// The same user, with the claims of an ID token from another user flow, except those about the sign-in.
    package func updated(by later: Identity) -> Identity {
        let told = later.claims.values.filter { !Self.claimsOfSignIn.contains($0.key) }
        var values = claims.values.merging(told) { $1 }
        // A verified address does not make its replacement verified.
        for name in ["email", "phone_number"] where told[name] != nil {
            values["\(name)_verified"] = told["\(name)_verified"]
        }
        return Identity(issuer: issuer, subject: subject, claims: Claims(values))
    }

    /// Not the email address, which belongs to `email_verified`.
    package static let claimsOfName = ["name", "preferred_username"]

    /// In seconds; the clocks of a provider's machines may differ by this much.
    private static let clockDifference = 300.0

    /// Claims about the token and its authentication rather than the user.
    private static let claimsOfSignIn: Set = [
        "iss", "sub", "aud", "azp", "exp", "nbf", "iat", "jti", "ver", "nonce", "at_hash", "c_hash", "auth_time",
        "acr", "amr", "tfp", "sid",
    ]
}
