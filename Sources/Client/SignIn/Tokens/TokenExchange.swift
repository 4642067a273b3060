// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the tokens that a provider hands out in exchange for others.
///
/// RFC 8693
public struct TokenExchange: Sendable {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The client that asks; its redirect URI plays no part.
    ///   - transport: What sends the requests to the provider.
    ///   - time: What tells the time.
    public init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system) {
        self.registration = registration
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// The tokens that are given for one token.
    ///
    /// - Parameters:
    ///   - subject: The token of whom the new ones will speak.
    ///   - actor: The token of who acts for them, where that is somebody else than the client.
    ///   - target: Where the new tokens will be used.
    /// - Returns: A source, for an ``AuthorizedTransport`` to the next API.
    public func tokens(
        for subject: SecurityToken, actor: SecurityToken? = nil, usedAt target: TokenTarget = TokenTarget()
    ) -> some AccessTokenSource {
        let request = { @Sendable [registration] (scopes: ScopeSet) in
            TokenRequest(
                exchanging: subject, actor: actor, for: target, clientID: registration.clientID, scopes: scopes)
        }
        return GrantedTokens.Source(tokens: tokens, subject: request([]).form, request: request)
    }
}
