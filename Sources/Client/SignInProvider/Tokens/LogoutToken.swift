// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A provider's notice to a web app that a user signed out.
///
/// Only the validator can create one. It is valid once: keep ``id`` until ``expiresAt``, and ignore a repeated token.
///
/// ```swift
/// guard let text = try FormParameters(encoded: body)?.once("logout_token") else { return false }
/// let token = try await flow.validateLogoutToken(Redacted(text))
/// await sessions.end(ofPerson: token.subject, session: token.sessionID)
/// return true  // answer with status 200
/// ```
///
/// OpenID Connect Back-Channel Logout 1.0 §2.4
public struct LogoutToken: Sendable, Hashable {
    /// The issuer of the token.
    public let issuer: String
    /// The user to sign out of all sessions, or of the one in ``sessionID``; `nil` if the token names only the session.
    public let subject: String?
    /// The session to end, from the ID token's `sid` claim.
    public let sessionID: String?
    /// The token's unique ID (`jti`).
    public let id: String
    /// The time when the token expires.
    public let expiresAt: Date
    /// All claims of the token.
    public let claims: Claims
}
