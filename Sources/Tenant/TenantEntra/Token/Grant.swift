// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import TenantDirectory

/// The permissions that a person gave an app: the code, the refresh token and all later tokens carry them.
package struct Grant: Codable, Sendable, Hashable {
    package let clientID: String
    package let personID: String
    /// The scopes granted at sign-in, in the order of the request, as ``ResolvedScope`` writes them.
    package var scopes: [ResolvedScope]
    package let authenticatedAt: Date
    /// The time of the second factor; `nil` if the person gave none.
    package var secondFactorAt: Date?
    /// The person's browser session, as ``BrowserSessions`` names it; `nil` for devices.
    var sessionID: String?
    /// The claims that the app requested, as JSON. OpenID Connect Core §5.5
    var claims: String?
    /// Whether the code went to a single-page app, so that only a page in a browser may use the resulting tokens.
    var isSinglePage: Bool?
    /// The fixed end of the refresh tokens of a single-page app; `nil` for other apps.
    var refreshTokensEndAt: Date?
    /// Whether the grant was revoked; it is kept so that its client gets the reason.
    var isRevoked: Bool?

    package init(
        clientID: String, personID: String, scopes: [ResolvedScope], authenticatedAt: Date, secondFactorAt: Date? = nil,
        sessionID: String? = nil, claims: String? = nil, isSinglePage: Bool? = nil, refreshTokensEndAt: Date? = nil,
        isRevoked: Bool? = nil
    ) {
        self.clientID = clientID
        self.personID = personID
        self.scopes = scopes
        self.authenticatedAt = authenticatedAt
        self.secondFactorAt = secondFactorAt
        self.sessionID = sessionID
        self.claims = claims
        self.isSinglePage = isSinglePage
        self.refreshTokensEndAt = refreshTokensEndAt
        self.isRevoked = isRevoked
    }
}
