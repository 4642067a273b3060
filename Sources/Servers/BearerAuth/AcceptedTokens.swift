// SPDX-License-Identifier: Apache-2.0

public import PortableFoundation
public import SignInProvider

/// A provider that an API accepts, with the rules for its tokens.
///
/// An API with several providers needs one value for each, and for each user flow with its own keys.
///
/// ```swift
/// let work = AcceptedTokens(from: entra.provider, AccessTokenRules(audiences: ["the API's client id"]))
/// let customers = AcceptedTokens(from: userFlow.provider, AccessTokenRules(audiences: ["its other id"]))
/// let protection = BearerProtection(accepting: [work, customers], over: transport)
/// ```
public struct AcceptedTokens: Sendable {
    /// The issuer of the tokens.
    public var provider: ProviderDescription
    /// The required audience, and the callers that need a scope.
    public var rules: AccessTokenRules
    /// How the API introspects tokens at the provider; `nil` to validate tokens without it.
    public var introspection: TokenIntrospection?

    /// Creates an accepted provider.
    public init(from provider: ProviderDescription, _ rules: AccessTokenRules) {
        self.provider = provider
        self.rules = rules
    }
}

/// The provider's introspection endpoint, for the claims of opaque tokens and to detect revoked ones. RFC 7662 §2
///
/// ```swift
/// var tokens = AcceptedTokens(from: provider, AccessTokenRules(audiences: ["https://orders.example.com"]))
/// tokens.introspection = TokenIntrospection(
///     at: endpoint, as: "orders-api", authentication: ClientAuthentication(secret: secret))
/// ```
public struct TokenIntrospection: Sendable {
    /// The tokens that the API sends to the endpoint.
    public enum Tokens: Sendable, Hashable {
        /// Only opaque tokens: the API validates JSON Web Tokens without the provider.
        case opaque
        /// Every token, so that a revoked one is rejected immediately. FAPI 2.0 Security Profile §5.3.4
        case every
    }

    /// The provider's introspection endpoint.
    public var endpoint: URL
    /// The API's client ID at the provider.
    public var clientID: String
    /// How the API authenticates at the endpoint: with a secret or a key.
    public var authentication: ClientAuthentication
    /// The tokens that the API sends to the endpoint.
    public var tokens: Tokens
    /// How long the API caches the response for an active token; never beyond the token's expiration.
    ///
    /// The API accepts a revoked token for up to this time.
    public var longestUse: Duration
    /// How long the API caches the response for an inactive token.
    public var refusedUse: Duration = .seconds(10)

    /// Creates a description of the endpoint, and of the API as its client.
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
