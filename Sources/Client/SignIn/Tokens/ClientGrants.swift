// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuthMessages
public import SignInProvider

/// Tokens that a client gets without user interaction: its own, and those on behalf of its API's callers.
///
/// Use one value per registration. Tokens stay in memory until shortly before they expire. Concurrent tasks that need
/// the same token share one request.
///
/// ```swift
/// let job = ClientGrants(report, over: transport)
/// let users = AuthorizedTransport(
///     job.clientCredentials, scopes: ["https://graph.microsoft.com/.default"], to: graph, over: transport)
/// ```
public struct ClientGrants: Sendable {
    private let registration: ClientRegistration
    private let transport: any Transport
    private let time: TimeSource
    private let tokens: GrantedTokens

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The client's registration; its redirect URI and scopes are not used.
    ///   - transport: Sends the requests to the provider.
    ///   - time: The clocks.
    public init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system) {
        self.registration = registration
        self.transport = transport
        self.time = time
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// The access tokens of a confidential client that acts for itself.
    ///
    /// With Entra ID, request one scope: the API's identifier followed by `/.default`. Other providers may choose the
    /// scopes themselves. A public client gets a ``Refusal`` (`registrationMalformed`).
    ///
    /// RFC 6749 §4.4
    public var clientCredentials: some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: nil) { [registration] scopes in
            guard registration.authentication.isConfidential else {
                throw Refusal(
                    .registrationMalformed,
                    "a client without a user must authenticate; give it a secret, a key, or an assertion")
            }
            return TokenRequest(asClient: registration.clientID, scopes: scopes)
        }
    }

    /// Returns the tokens with which an API calls another API on behalf of its caller.
    ///
    /// If the provider requires user interaction, only the app can provide it: pass the server error's claims on to the
    /// app.
    ///
    /// - Parameter accessToken: The caller's validated token; the provider rejects one for another API.
    /// - Returns: A source, for an ``AuthorizedTransport`` to the other API.
    ///
    /// RFC 7523 §2.1, as Microsoft's providers use it
    public func onBehalfOf(_ accessToken: Redacted<String>) -> some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: Redacted(["assertion": accessToken.revealed])) {
            [registration] scopes in
            TokenRequest(
                presenting: accessToken, clientID: registration.clientID, scopes: scopes, onBehalfOfCaller: true)
        }
    }

    /// Returns the tokens that a provider issues for a signed assertion; keep the source, because each has its own
    /// cache.
    ///
    /// - Parameter assertion: Creates an assertion for each request to the provider.
    /// - Returns: A source, for an ``AuthorizedTransport``.
    ///
    /// RFC 7523 §2.1 (`urn:ietf:params:oauth:grant-type:jwt-bearer`)
    public func jwtBearer(
        _ assertion: @escaping @Sendable () async throws -> Redacted<String>
    ) -> some AccessTokenSource {
        let tokens = GrantedTokens(registration, over: transport, time: time)
        return GrantedTokens.Source(tokens: tokens, subject: nil) { [registration] scopes in
            TokenRequest(
                presenting: try await assertion(), clientID: registration.clientID, scopes: scopes,
                onBehalfOfCaller: false)
        }
    }

    /// Returns the tokens that a provider issues in exchange for another token.
    ///
    /// - Parameters:
    ///   - subject: The token of the party that the new tokens are about.
    ///   - actor: The token of the party that acts for the subject, if that is not the client.
    ///   - resources: The URLs of the services that will receive the new tokens; without resources and audiences, the
    ///     provider decides. RFC 8707 §2
    ///   - audiences: The provider's identifiers of these services.
    /// - Returns: A source, for an ``AuthorizedTransport`` to one of these services.
    ///
    /// RFC 8693
    public func tokenExchange(
        _ subject: SecurityToken, actor: SecurityToken? = nil, resources: [String] = [], audiences: [String] = []
    ) -> some AccessTokenSource {
        let request = { @Sendable [registration] (scopes: ScopeSet) in
            TokenRequest(
                exchanging: subject, actor: actor, for: TokenTarget(resources: resources, audiences: audiences),
                clientID: registration.clientID, scopes: scopes)
        }
        return GrantedTokens.Source(tokens: tokens, subject: request([]).form, request: request)
    }
}
