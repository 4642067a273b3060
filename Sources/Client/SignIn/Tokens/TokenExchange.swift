// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the tokens that a provider issues in exchange for others.
///
/// RFC 8693
public struct TokenExchange: Sendable {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The client that asks; its redirect URI is not used.
    ///   - transport: Sends the requests to the provider.
    ///   - time: The wall clock and the monotonic clock.
    public init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system) {
        self.registration = registration
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// The tokens in exchange for one token.
    ///
    /// - Parameters:
    ///   - subject: The token of the party that the new ones are about.
    ///   - actor: The token of the party that acts for the subject, if that is not the client.
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
