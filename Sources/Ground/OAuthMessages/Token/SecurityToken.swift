// SPDX-License-Identifier: Apache-2.0

/// A token and its type, for token exchange.
///
/// ```swift
/// let caller = SecurityToken.accessToken(callersToken)
/// let service = SecurityToken(ownToken, type: "urn:ietf:params:oauth:token-type:jwt")
/// let tokens = grants.tokenExchange(caller, actor: service, audiences: ["orders"])
/// ```
///
/// RFC 8693 §3
public struct SecurityToken: Sendable, Hashable {
    /// The token.
    public let token: Redacted<String>
    /// The URI of its type, such as `urn:ietf:params:oauth:token-type:access_token`.
    public let type: String

    /// Creates a token of any type, identified by its URI.
    public init(_ token: Redacted<String>, type: String) {
        self.token = token
        self.type = type
    }

    /// Creates an access token of the same provider.
    public static func accessToken(_ token: Redacted<String>) -> Self { Self(token, type: accessTokenType) }
    /// Creates a refresh token of the same provider.
    public static func refreshToken(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "refresh_token") }
    /// Creates an ID token.
    public static func idToken(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "id_token") }
    /// Creates a token of any signed type (JWT).
    public static func jwt(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "jwt") }

    /// The type of the tokens that a client requests.
    package static let accessTokenType = prefix + "access_token"
    /// The type of an assertion that an identity provider signs for another authorization server.
    package static let identityAssertionType = prefix + "id-jag"
    private static let prefix = "urn:ietf:params:oauth:token-type:"
}
