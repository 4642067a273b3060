// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// The tokens that a client gets without a person at its side: its own, and those for a caller of its API.
///
/// A program has one value for each registration. It keeps the tokens in memory until shortly before they end; any
/// number of tasks that need the same one at once cause one request.
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
    ///   - registration: The client, as the provider knows it; its redirect URI and its scopes are not used.
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
    /// At Entra ID a request names one scope: the API's name, followed by `/.default`. Other providers may choose the
    /// scopes themselves, and need none. A public client gets a ``Refusal`` (`registrationMalformed`).
    ///
    /// RFC 6749 §4.4
    public var clientCredentials: some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: nil) { [registration] scopes in
            guard registration.authentication.isConfidential else {
                throw Refusal(
                    .registrationMalformed,
                    "a client acts for itself only if it can show who it is; give it a secret, a key or an assertion")
            }
            return TokenRequest(asClient: registration.clientID, scopes: scopes)
        }
    }

    /// The tokens with which an API calls the next API for its own caller.
    ///
    /// If the provider requires a step of the person, only the app can ask for it: hand the claims of the server error
    /// on to the app.
    ///
    /// - Parameter accessToken: The token that the caller sent, already validated; the provider refuses one for another
    ///   API.
    /// - Returns: A source, for an ``AuthorizedTransport`` to the next API.
    ///
    /// RFC 7523 §2.1, as Microsoft's providers use it
    public func onBehalfOf(_ accessToken: Redacted<String>) -> some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: Redacted(["assertion": accessToken.revealed])) {
            [registration] scopes in
            TokenRequest(
                presenting: accessToken, clientID: registration.clientID, scopes: scopes, onBehalfOfCaller: true)
        }
    }

    /// The tokens that a provider issues for a signed assertion; keep the source, since each has a memory of its own.
    ///
    /// - Parameter assertion: Makes an assertion for each request to the provider.
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

    /// The tokens that a provider issues in exchange for another one.
    ///
    /// - Parameters:
    ///   - subject: The token of the party that the new ones are about.
    ///   - actor: The token of the party that acts for the subject, if that is not the client.
    ///   - resources: The addresses of the services that will receive the new tokens; without any, and without
    ///     audiences, the provider decides. RFC 8707 §2
    ///   - audiences: The provider's names of these services.
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
