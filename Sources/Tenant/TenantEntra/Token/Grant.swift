// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import TenantDirectory

/// What a person let an app do: it passes from the code to the refresh token and to every token after it.
package struct Grant: Codable, Sendable, Hashable {
    package let clientID: String
    package let personID: String
    /// What was granted at sign-in, in the order of the request, as ``ResolvedScope`` writes it.
    package var scopes: [ResolvedScope]
    package let authenticatedAt: Date
    /// When the code of the second factor was right; `nil` if none was asked for.
    package var secondFactorAt: Date?
    /// The browser session in which the person signed in, as ``BrowserSessions`` names it; `nil` for devices.
    var sessionID: String?
    /// The claims that the app asked for, as JSON. OpenID Connect Core §5.5
    var claims: String?
    /// Whether the code went to a single-page app, so that only a page in a browser may use what comes of it.
    var isSinglePage: Bool?
    /// When the refresh tokens end, where using them makes none of them last longer.
    var refreshTokensEndAt: Date?
    /// Whether it was ended; it is kept so that its client hears why.
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
