// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Provider

/// How an API asks the provider what a token means, and whether it was revoked.
///
/// ```swift
/// var tokens = AcceptedTokens(from: provider, AccessTokenRules(audiences: ["https://orders.example.com"]))
/// tokens.introspection = TokenIntrospection(
///     at: endpoint, as: "orders-api", authentication: ClientAuthentication(secret: secret))
/// ```
///
/// RFC 7662 §2
public struct TokenIntrospection: Sendable {
    /// The tokens about which the API asks.
    public enum Tokens: Sendable, Hashable {
        /// Only those that it cannot read itself: opaque ones.
        case opaque
        /// Every token, so that a revoked one is refused at once. FAPI 2.0 Security Profile §5.3.4
        case every
    }

    /// The introspection endpoint of the provider.
    public var endpoint: URL
    /// The client id of the API at the provider.
    public var clientID: String
    /// How the API authenticates there: with a secret or a key.
    public var authentication: ClientAuthentication
    /// The tokens about which it asks.
    public var tokens: Tokens
    /// How long an answer that a token is active is used again at most; less if the token ends before.
    ///
    /// A revoked token opens the API for so long.
    public var longestUse: Duration
    /// How long an answer that a token is not active is used again.
    public var refusedUse: Duration = .seconds(10)

    /// Describes the endpoint, and the API as a client of it.
    public init(
        at endpoint: URL, as clientID: String, authentication: ClientAuthentication, about tokens: Tokens = .opaque,
        usingFor longestUse: Duration = .seconds(60)
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.authentication = authentication
        self.tokens = tokens
        self.longestUse = longestUse
    }
}
