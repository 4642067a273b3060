// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the access tokens of a client that acts for itself and for no person.
///
/// For servers and jobs that can authenticate. A token stays in memory until shortly before it ends; any number of
/// tasks that need the same one at once cause one request.
///
/// RFC 6749 §4.4
public struct ClientCredentials: AccessTokenSource {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: A confidential client; its redirect URI and its scopes are not used.
    ///   - transport: Sends the requests to the provider.
    ///   - time: The wall clock and the monotonic clock.
    public init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system) {
        self.registration = registration
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// A token for these scopes, from memory or new.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have; at Entra ID one scope, the API's name followed by
    ///     `/.default`. Other providers may decide themselves, and need none.
    ///   - rejected: A token that the API refused just now; returned again only while it is new, since the API would
    ///     refuse another new one as well.
    /// - Returns: The token; send it to that API only.
    /// - Throws: ``Refusal`` (`registrationMalformed` for a public client; `clientAssertionUnavailable`,
    ///   `tokenResponseMalformed`, and those of discovery); `ServerError`, `TransportError`.
    public func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
        let asked = scopes.resourcePart
        guard registration.authentication.isConfidential else {
            throw Refusal(
                .registrationMalformed,
                "a client acts for itself only if it can show who it is; give it a secret, a key or an assertion")
        }
        return try await tokens.token(
            for: GrantedTokens.Question(for: asked), rejected: rejected
        ) { [registration] in
            TokenRequest(asClient: registration.clientID, scopes: asked)
        }
    }
}
