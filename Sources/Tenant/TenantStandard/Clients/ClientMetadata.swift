// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// The metadata of a registered client, under the names of the registration specifications.
///
/// RFC 7591 §2, OpenID Connect Dynamic Client Registration §2
package struct ClientMetadata: Codable, Sendable, Hashable {
    /// How a client authenticates at the token endpoint.
    package enum AuthenticationMethod: String, Codable, Sendable, CaseIterable {
        /// No authentication: the client can keep no secret.
        case none
        case secretBasic = "client_secret_basic"
        case secretPost = "client_secret_post"
        case privateKey = "private_key_jwt"
    }

    /// The grants for which a client gets access tokens.
    package enum GrantType: String, Codable, Sendable, CaseIterable {
        case authorizationCode = "authorization_code"
        case refreshToken = "refresh_token"
        case clientCredentials = "client_credentials"
        /// RFC 7523 §2.1
        case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
        /// RFC 8693 §2.1
        case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
        /// RFC 8628 §3.4
        case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    }

    /// The format of access tokens for the client.
    package enum AccessTokenFormat: String, Codable, Sendable, CaseIterable {
        /// RFC 9068
        case jwt
        case opaque
    }

    /// The name to show.
    package let name: String
    package var redirectURIs: [String] = []
    package var postLogoutRedirectURIs: [String] = []
    /// The address to which the provider reports a sign-out. OpenID Connect Back-Channel Logout §2.2
    package var backChannelLogoutURI: String?
    /// Origins of the client's pages, beside those of its redirect URIs.
    package var allowedOrigins: [String] = []
    package var authenticationMethods: Set<AuthenticationMethod> = [.none]
    /// The client's public keys as a JSON Web Key Set; only for ``AuthenticationMethod/privateKey``.
    package var keySet: String?
    package var grantTypes: Set<GrantType> = [.authorizationCode, .refreshToken]
    package var responseTypes: Set<StandardResponseType> = [.code]
    /// Every scope that the client may ask for.
    package var scopes: [String] = ["openid", "profile", "email", "phone", "address", "offline_access"]
    package var idTokenAlgorithm: TokenAlgorithm = .rs256
    /// The algorithm that signs UserInfo responses; `nil` sends plain JSON.
    package var userInfoAlgorithm: TokenAlgorithm?
    package var accessTokenFormat: AccessTokenFormat = .jwt
    /// Whether an authorization request must have a code challenge. RFC 9700 §2.1.1
    package var requiresProofKey = true
    /// Whether each use of a refresh token issues a new one and ends the old one.
    package var rotatesRefreshTokens = true
    /// RFC 9126 §6.
    package var requiresPushedRequests = false
    /// RFC 9449 §5.2.
    package var requiresDPoP = false
    /// Whether proofs must carry a nonce of this provider. RFC 9449 §8
    package var requiresDPoPNonce = false
    /// The URI of the API; only for resource servers, which may introspect tokens.
    package var resource: String?
    /// The scopes of that API.
    package var resourceScopes: [String] = []

    package init(
        name: String, redirectURIs: [String] = [], postLogoutRedirectURIs: [String] = [],
        backChannelLogoutURI: String? = nil, allowedOrigins: [String] = [],
        authenticationMethods: Set<AuthenticationMethod> = [.none], keySet: String? = nil,
        grantTypes: Set<GrantType> = [.authorizationCode, .refreshToken],
        responseTypes: Set<StandardResponseType> = [.code],
        scopes: [String] = ["openid", "profile", "email", "phone", "address", "offline_access"],
        idTokenAlgorithm: TokenAlgorithm = .rs256, userInfoAlgorithm: TokenAlgorithm? = nil,
        accessTokenFormat: AccessTokenFormat = .jwt, requiresProofKey: Bool = true, rotatesRefreshTokens: Bool = true,
        requiresPushedRequests: Bool = false, requiresDPoP: Bool = false, requiresDPoPNonce: Bool = false,
        resource: String? = nil, resourceScopes: [String] = []
    ) {
        self.name = name
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.backChannelLogoutURI = backChannelLogoutURI
        self.allowedOrigins = allowedOrigins
        self.authenticationMethods = authenticationMethods
        self.keySet = keySet
        self.grantTypes = grantTypes
        self.responseTypes = responseTypes
        self.scopes = scopes
        self.idTokenAlgorithm = idTokenAlgorithm
        self.userInfoAlgorithm = userInfoAlgorithm
        self.accessTokenFormat = accessTokenFormat
        self.requiresProofKey = requiresProofKey
        self.rotatesRefreshTokens = rotatesRefreshTokens
        self.requiresPushedRequests = requiresPushedRequests
        self.requiresDPoP = requiresDPoP
        self.requiresDPoPNonce = requiresDPoPNonce
        self.resource = resource
        self.resourceScopes = resourceScopes
    }
}
