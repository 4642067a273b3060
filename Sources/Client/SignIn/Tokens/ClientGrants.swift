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

    /// Creates a source of tokens; the registration's redirect URI and scopes are not used.
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
    /// The provider rejects a caller's token for another API. If it requires user interaction, only the app can provide
    /// it: pass the server error's claims on to the app.
    ///
    /// RFC 7523 §2.1, as Microsoft's providers use it
    public func onBehalfOf(_ accessToken: Redacted<String>) -> some AccessTokenSource {
        GrantedTokens.Source(tokens: tokens, subject: Redacted(["assertion": accessToken.revealed])) {
            [registration] scopes in
            TokenRequest(
                presenting: accessToken, clientID: registration.clientID, scopes: scopes, onBehalfOfCaller: true)
        }
    }

    /// Returns a source of tokens for signed assertions; `assertion` creates one for each token request.
    ///
    /// Keep the source, because each source has its own cache.
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

    /// Returns the tokens that a provider issues in exchange for the token of the party that they are about.
    ///
    /// The actor is the party that acts for that subject, if it is not the client. The resources are the URLs of the
    /// services that will receive the tokens, and the audiences their identifiers at the provider; without both, the
    /// provider decides.
    ///
    /// RFC 8693, RFC 8707 §2
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
