// SPDX-License-Identifier: Apache-2.0

/// A token that is given in exchange for another, with what it is.
///
/// RFC 8693 §3
public struct SecurityToken: Sendable, Hashable {
    /// What a token is; the set is open.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// Takes a name.
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
    /// What it is.
    public let kind: Kind

    /// Names a token.
    public init(_ token: Redacted<String>, _ kind: Kind) {
        self.token = token
        self.kind = kind
    }
}
