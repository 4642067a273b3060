// SPDX-License-Identifier: Apache-2.0

/// A token for a token exchange, with its type.
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
    /// The name of its type, such as `urn:ietf:params:oauth:token-type:access_token`.
    public let type: String

    /// Creates a token of any type, by the name that a request carries.
    public init(_ token: Redacted<String>, type: String) {
        self.token = token
        self.type = type
    }

    /// An access token of the same provider.
    public static func accessToken(_ token: Redacted<String>) -> Self { Self(token, type: accessTokenType) }
    /// A refresh token of the same provider.
    public static func refreshToken(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "refresh_token") }
    /// An ID token.
    public static func idToken(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "id_token") }
    /// Any signed token.
    public static func jwt(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "jwt") }

    /// The type of the tokens that a client requests.
    package static let accessTokenType = prefix + "access_token"
    /// The type of an assertion that an identity provider signs for another authorization server.
    package static let identityAssertionType = prefix + "id-jag"
    private static let prefix = "urn:ietf:params:oauth:token-type:"
}
