// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
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

/// OpenID Connect Back-Channel Logout 1.0 §2.6.
package struct LogoutTokenJudge: Sendable {
    let clientID: String
    let provider: IdentityProvider
    let times: TimeRules

    package init(clientID: String, provider: IdentityProvider, times: TimeRules) {
        self.clientID = clientID
        self.provider = provider
        self.times = times
    }

    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    package func logoutToken(from token: VerifiedToken, now: Date) throws -> LogoutToken {
        let claims = token.claims
        guard let issuer = provider.issuer(of: claims) else {
            throw Refusal(.issuerMismatch, "the logout token was not issued by \(provider.metadata.issuer)")
        }
        try checkKind(token)
        try provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)
        guard claims.strings("aud").contains(where: clientID.isSameSecret) else {
            throw Refusal(.audienceMismatch, "the logout token is for an app other than \(clientID)")
        }
        guard claims.date("iat") != nil, let expiry = claims.date("exp"), let id = claims.text("jti") else {
            throw Refusal(.claimMissing, "the logout token lacks its times or its id (iat, exp, jti)")
        }
        try times.check(claims, now: now)
        let (subject, sessionID) = (claims.text("sub"), claims.text("sid"))
        guard subject != nil || sessionID != nil else {
            throw Refusal(.claimMissing, "the logout token names neither a user nor a session (sub, sid)")
        }
        return LogoutToken(
            issuer: issuer, subject: subject, sessionID: sessionID, id: id, expiresAt: expiry, claims: claims)
    }

    /// The same keys sign ID tokens, which have a nonce and no event. §2.4
    private func checkKind(_ token: VerifiedToken) throws {
        guard case .object(let events) = token.claims["events"], case .object = events[Self.event],
            !token.claims.has("nonce"), [nil, "jwt", "logout+jwt"].contains(token.type)
        else {
            throw Refusal(.notALogoutToken, "the token is not a logout token")
        }
    }
}
