// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the tokens with which an API calls the next API for the person who called it.
///
/// An API has one for all its callers; tokens are kept in memory for each of them until shortly before they end. A
/// person who has to do something at the provider can only do it in the app: hand the server error's claims on to it.
///
/// RFC 7523 §2.1, as Microsoft's providers use it
public struct OnBehalfOf: Sendable {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The API as the provider knows it, which can show who it is; its redirect URI plays no part.
    ///   - transport: What sends the requests to the provider.
    ///   - time: What tells the time.
    public init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system) {
        self.registration = registration
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// The tokens of one caller.
    ///
    /// - Parameter accessToken: The token that the caller sent, and that was validated: one that is not for this API is
    ///   refused by the provider.
    /// - Returns: A source, for an ``AuthorizedTransport`` to the next API.
    public func tokens(of accessToken: Redacted<String>) -> some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: Redacted(["assertion": accessToken.revealed])) {
            [registration] scopes in
            TokenRequest(
                presenting: accessToken, clientID: registration.clientID, scopes: scopes, onBehalfOfCaller: true)
        }
    }
}
