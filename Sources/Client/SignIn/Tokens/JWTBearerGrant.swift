// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the tokens that a provider issues for a signed assertion, without a person.
///
/// RFC 7523 §2.1 (`urn:ietf:params:oauth:grant-type:jwt-bearer`)
public struct JWTBearerGrant: AccessTokenSource {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens
    private let assertion: @Sendable () async throws -> Redacted<String>

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The client that asks; a public one if the provider allows that. Its redirect URI is not used.
    ///   - transport: Sends the requests to the provider.
    ///   - time: The wall clock and the monotonic clock.
    ///   - assertion: Makes an assertion for each request to the provider.
    public init(
        _ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system,
        assertion: @escaping @Sendable () async throws -> Redacted<String>
    ) {
        self.registration = registration
        self.assertion = assertion
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// A token for these scopes, from memory or new.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; the errors of `assertion`.
    public func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
        let scopes = scopes.resourcePart
        return try await tokens.token(
            for: GrantedTokens.Question(for: scopes), rejected: rejected
        ) { [registration, assertion] in
            TokenRequest(
                presenting: try await assertion(), clientID: registration.clientID, scopes: scopes,
                onBehalfOfCaller: false)
        }
    }
}
