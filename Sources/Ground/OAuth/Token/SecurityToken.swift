// SPDX-License-Identifier: Apache-2.0

/// A token for a token exchange, with its type.
///
/// RFC 8693 §3
public struct SecurityToken: Sendable, Hashable {
    /// The type of a token; the set is open.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The type's name in a request.
        public let rawValue: String

        /// Creates a type from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An access token of the same provider.
        public static let accessToken = Kind(rawValue: "urn:ietf:params:oauth:token-type:access_token")
        /// A refresh token of the same provider.
        public static let refreshToken = Kind(rawValue: "urn:ietf:params:oauth:token-type:refresh_token")
        /// An ID token.
        public static let idToken = Kind(rawValue: "urn:ietf:params:oauth:token-type:id_token")
        /// Any signed token.
        public static let jwt = Kind(rawValue: "urn:ietf:params:oauth:token-type:jwt")
    }

    /// The token.
    public let token: Redacted<String>
    /// The type of the token.
    public let kind: Kind

    /// Creates a token with its type.
    public init(_ token: Redacted<String>, _ kind: Kind) {
        self.token = token
        self.kind = kind
    }
}
