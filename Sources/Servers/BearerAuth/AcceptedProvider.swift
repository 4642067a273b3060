// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuth
import Provider

/// A provider that an API accepts; its metadata are fetched for the first token, and then once a day.
struct AcceptedProvider: Sendable {
    private let tokens: AcceptedTokens
    private let providers: DiscoveredProviders
    private let time: TimeSource

    init(_ tokens: AcceptedTokens, over transport: any Transport, time: TimeSource) {
        self.tokens = tokens
        providers = DiscoveredProviders(over: transport, time: time)
        self.time = time
    }

    /// How well a token's unverified claims fit this provider.
    ///
    /// A token that names another origin needs no request.
    func likeness(of issuer: UnverifiedIssuer) async throws -> UnverifiedIssuer.Likeness {
        guard issuer.mayBe(at: tokens.provider.issuer) else { return .none }
        return issuer.likeness(to: try await providers.provider(tokens.provider))
    }

    /// Judges a token only by this provider's keys and rules.
    ///
    /// Without fresh metadata, the token is parsed first: text that is not a token causes no request.
    func caller(with token: Redacted<String>) async throws -> Caller {
        let provider = try await providers.provider(tokens.provider) { _ = try UnverifiedIssuer(of: token) }
        return try await TokenValidator(provider, time: time).caller(with: token, under: tokens.rules)
    }
}
