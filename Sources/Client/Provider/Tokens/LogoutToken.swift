// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A provider's word that somebody signed out, as it posts it to a web app.
///
/// Only the validator can make one. It is good once: keep ``id`` until ``expiresAt`` and ignore a token that comes
/// again.
///
/// OpenID Connect Back-Channel Logout 1.0 §2.4
public struct LogoutToken: Sendable, Hashable {
    /// The provider that says it.
    public let issuer: String
    /// Whose sessions end, all of them unless ``sessionID`` names one; `nil` where only the session is named.
    public let subject: String?
    /// The session that ends, as the ID token named it in `sid`.
    public let sessionID: String?
    /// The token's own id, which no other token has.
    public let id: String
    /// When the token itself ends.
    public let expiresAt: Date
    /// Everything that the token says.
    public let claims: Claims
}
