// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A plain OAuth 2 provider, which publishes no metadata and issues no ID tokens.
///
/// Only the connection protects its responses, because nothing is signed. Prefer OpenID Connect where a provider offers
/// it.
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
    /// The URL where users sign in.
    public var authorizationEndpoint: URL
    /// The URL where the client redeems codes and refresh tokens.
    public var tokenEndpoint: URL
    /// The device authorization endpoint, if the provider has one. RFC 8628
    public var deviceAuthorizationEndpoint: URL?
    /// The revocation endpoint, if the provider has one. RFC 7009
    public var revocationEndpoint: URL?
    /// The request that identifies the person.
    package let profile: ProfileEndpoint

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - authorizationEndpoint: The URL where users sign in.
    ///   - tokenEndpoint: The URL where codes and refresh tokens are redeemed.
    ///   - deviceAuthorizationEndpoint: The URL that issues device codes.
    ///   - revocationEndpoint: The URL where tokens are revoked.
    ///   - profileEndpoint: The URL that returns a JSON object about the user for an access token.
    ///   - subject: The member that permanently identifies the user: an ID as text or an integer, never a name.
    ///   - name: The member with the user's name; `nil` for `name`.
    ///   - username: The member with the name that the user signs in with; `nil` for `preferred_username`.
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
