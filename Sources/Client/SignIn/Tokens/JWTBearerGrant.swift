// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the tokens that a provider hands out for a signed assertion, without anybody being there.
///
/// RFC 7523 §2.1 (`urn:ietf:params:oauth:grant-type:jwt-bearer`)
public struct JWTBearerGrant: AccessTokenSource {
    private let registration: ClientRegistration
    private let tokens: GrantedTokens
    private let assertion: @Sendable () async throws -> Redacted<String>

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: The client that asks; a public one where the provider lets it. Its redirect URI plays no part.
    ///   - transport: What sends the requests to the provider.
    ///   - time: What tells the time.
    ///   - assertion: Gives the assertion, each time that the provider is asked.
    public init(
        _ registration: ClientRegistration, over transport: any Transport, time: TimeSource = .system,
        assertion: @escaping @Sendable () async throws -> Redacted<String>
    ) {
        self.registration = registration
        self.assertion = assertion
        tokens = GrantedTokens(registration, over: transport, time: time)
    }

    /// A token for these scopes, kept or new.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; what the assertion's maker throws.
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
