// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the tokens with which an API calls the next API for its own caller.
///
/// An API has one for all its callers; it keeps the tokens of each in memory until shortly before they end. If the
/// provider requires a step of the person, only the app can ask for it: hand the claims of the server error on to the
/// app.
///
/// RFC 7523 §2.1, as Microsoft's providers use it
public struct OnBehalfOf: Sendable {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The API as a confidential client of the provider; its redirect URI is not used.
    ///   - transport: Sends the requests to the provider.
    ///   - time: The wall clock and the monotonic clock.
    public init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system) {
        self.registration = registration
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// The tokens of one caller.
    ///
    /// - Parameter accessToken: The token that the caller sent, already validated; the provider refuses one for another
    ///   API.
    /// - Returns: A source, for an ``AuthorizedTransport`` to the next API.
    public func tokens(of accessToken: Redacted<String>) -> some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: Redacted(["assertion": accessToken.revealed])) {
            [registration] scopes in
            TokenRequest(
                presenting: accessToken, clientID: registration.clientID, scopes: scopes, onBehalfOfCaller: true)
        }
    }
}
