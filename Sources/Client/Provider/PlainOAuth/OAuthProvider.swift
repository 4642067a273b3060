// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A provider of plain OAuth 2, which publishes no metadata and issues no ID tokens.
///
/// Only the connection protects its responses: it signs nothing. Prefer OpenID Connect if a provider has it.
///
/// ```swift
/// let provider = OAuthProvider(
///     authorizationEndpoint: github.authorize,  // https://github.com/login/oauth/authorize
///     tokenEndpoint: github.token,  // https://github.com/login/oauth/access_token
///     profileEndpoint: github.user, subject: "id", username: "login")
/// let code = ClientRegistration(
///     name: "code", oauthProvider: provider, issuer: github.site, clientID: "your client id",
///     authentication: ClientAuthentication(secret: secret), redirectURI: redirectURI, scopes: ["read:user"])
/// ```
///
/// RFC 6749
public struct OAuthProvider: Sendable, Hashable {
    /// Where people sign in.
    public var authorizationEndpoint: URL
    /// The address at which the client redeems codes and refresh tokens.
    public var tokenEndpoint: URL
    /// The device authorization endpoint, if the provider has one. RFC 8628
    public var deviceAuthorizationEndpoint: URL?
    /// The revocation endpoint, if the provider has one. RFC 7009
    public var revocationEndpoint: URL?
    /// The request that identifies the person.
    package let profile: ProfileEndpoint

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - authorizationEndpoint: Where people sign in.
    ///   - tokenEndpoint: Where codes and refresh tokens are redeemed.
    ///   - deviceAuthorizationEndpoint: Where device codes come from.
    ///   - revocationEndpoint: Where a token is revoked.
    ///   - profileEndpoint: The address that, with an access token, answers with a JSON object about the person.
    ///   - subject: The member that identifies the person for ever: an id as text or a whole number, never a name.
    ///   - name: The member with the person's name; `nil` takes `name`.
    ///   - username: The member with the name that the person signs in with; `nil` takes `preferred_username`.
    public init(
        authorizationEndpoint: URL, tokenEndpoint: URL, deviceAuthorizationEndpoint: URL? = nil,
        revocationEndpoint: URL? = nil, profileEndpoint: URL, subject: String, name: String? = nil,
        username: String? = nil
    ) {
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.revocationEndpoint = revocationEndpoint
        profile = ProfileEndpoint(profileEndpoint, subject: subject, name: name, username: username)
    }
}
