// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// What a client registered, under the names of the registration specifications.
///
/// RFC 7591 §2, OpenID Connect Dynamic Client Registration §2
struct ClientMetadata: Codable, Sendable, Hashable {
    /// How a client proves to be itself at the token endpoint.
    enum AuthenticationMethod: String, Codable, Sendable, CaseIterable {
        /// Not at all: anybody could have the client's code.
        case none
        case secretBasic = "client_secret_basic"
        case secretPost = "client_secret_post"
        case privateKey = "private_key_jwt"
    }

    /// What a client gets access tokens for.
    enum GrantType: String, Codable, Sendable, CaseIterable {
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

    /// How access tokens for the client look.
    enum AccessTokenFormat: String, Codable, Sendable, CaseIterable {
        /// RFC 9068
        case jwt
        case opaque
    }

    /// The name to show.
    let name: String
    var redirectURIs: [String] = []
    var postLogoutRedirectURIs: [String] = []
    /// Where the client hears that somebody signed out. OpenID Connect Back-Channel Logout §2.2
    var backChannelLogoutURI: String?
    /// Origins of the client's pages beside those of its redirect URIs.
    var allowedOrigins: [String] = []
    var authenticationMethods: Set<AuthenticationMethod> = [.none]
    /// The client's public keys as a JSON Web Key Set; only for ``AuthenticationMethod/privateKey``.
    var keySet: String?
    var grantTypes: Set<GrantType> = [.authorizationCode, .refreshToken]
    var responseTypes: Set<StandardResponseType> = [.code]
    /// Every scope that the client may ask for.
    var scopes: [String] = ["openid", "profile", "email", "phone", "address", "offline_access"]
    var idTokenAlgorithm: TokenAlgorithm = .rs256
    /// Signs what UserInfo says; `nil` sends plain JSON.
    var userInfoAlgorithm: TokenAlgorithm?
    var accessTokenFormat: AccessTokenFormat = .jwt
    /// Whether an authorization request must bring a code challenge. RFC 9700 §2.1.1
    var requiresProofKey = true
    /// Whether each use of a refresh token gives a new one and ends the old one.
    var rotatesRefreshTokens = true
    /// RFC 9126 §6.
    var requiresPushedRequests = false
    /// RFC 9449 §5.2.
    var requiresDPoP = false
    /// Whether proofs must carry a nonce of ours. RFC 9449 §8
    var requiresDPoPNonce = false
    /// The URI of the API that this is; only for resource servers, which ask what tokens mean.
    var resource: String?
    /// The scopes of that API.
    var resourceScopes: [String] = []
}
