// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A provider's statement that a person signed out, posted to a web app.
///
/// Only the validator makes one. It is good once: keep ``id`` until ``expiresAt`` and ignore a token that comes again.
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
    /// The issuer of the statement.
    public let issuer: String
    /// The person to sign out, of all sessions unless ``sessionID`` names one; `nil` if the token names only the
    /// session.
    public let subject: String?
    /// The session that ends, as the ID token named it in `sid`.
    public let sessionID: String?
    /// The token's unique id (`jti`).
    public let id: String
    /// When the token itself expires.
    public let expiresAt: Date
    /// All claims of the token.
    public let claims: Claims
}
