// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the access tokens of a client itself, which acts on behalf of nobody.
///
/// For servers and jobs that hold a secret. A token is kept in memory until shortly before it ends; any number of tasks
/// that need the same one at once cause one request.
///
/// RFC 6749 §4.4
public actor ClientCredentials: AccessTokenSource {
    private let registration: ClientRegistration
    private let rules: ProviderRules
    private let transport: any Transport
    private let now: @Sendable () -> Date
    private let provider = Once<IdentityProvider>()
    private var kept: [Set<String>: KeptToken] = [:]
    private var flights: [Set<String>: SingleFlight<Redacted<String>>] = [:]

    private struct KeptToken {
        let accessToken: Redacted<String>
        let expiresAt: Date
    }

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - registration: A client with a secret; its redirect URI and its scopes play no part.
    ///   - rules: How its provider departs from the standard.
    ///   - transport: What sends the requests to the provider.
    ///   - now: The clock.
    public init(
        _ registration: ClientRegistration, rules: ProviderRules = .standard, over transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.registration = registration
        self.rules = rules
        self.transport = transport
        self.now = now
    }

    /// A token for these scopes, kept or new.
    ///
    /// - Parameters:
    ///   - scopes: What the token must allow; at Entra ID one scope, the API's name with `/.default` behind it.
    ///   - rejected: A token that the API refused just now, so that the same one does not come back.
    /// - Returns: The token; hand it to that API and to nobody else.
    /// - Throws: ``Refusal`` (`registrationMalformed`) without a secret or without a scope; `ServerError`,
    ///   `TransportError`.
    public func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>? = nil
    ) async throws -> Redacted<String> {
        let asked = scopes.resourcePart
        guard registration.clientSecret != nil else {
            throw Refusal(
                .registrationMalformed, "a client acts for itself only with a secret; put one into the settings")
        }
        guard !asked.isEmpty else {
            throw Refusal(
                .registrationMalformed, "name a permission of the API, such as https://graph.microsoft.com/.default")
        }
        let key = Set(asked.scopes)
        if let token = usable(key, rejected: rejected) { return token }
        let flight = flights[key] ?? SingleFlight()
        flights[key] = flight
        return try await flight.run { [self] in
            // Another task may have come back with a token between looking and joining.
            if let token = await self.usable(key, rejected: rejected) { return token }
            return try await self.ask(for: asked)
        }
    }

    private func usable(_ key: Set<String>, rejected: Redacted<String>?) -> Redacted<String>? {
        guard let token = kept[key], token.expiresAt > now() + AccountRecord.margin, token.accessToken != rejected
        else { return nil }
        return token.accessToken
    }

    private func ask(for scopes: ScopeSet) async throws -> Redacted<String> {
        let provider = try await provider.value { [registration, rules, transport, now] in
            try await IdentityProvider.discover(
                registration.issuer, metadataURL: registration.metadataURL, rules: rules, over: transport, now: now)
        }
        let request = TokenRequest(asClient: registration, scopes: scopes)
        let response = try await TokenEndpoint(of: provider, transport: transport).answer(to: request)
        guard let token = response.accessToken else { throw AccountSession.accessTokenMissing }
        kept[Set(scopes.scopes)] = KeptToken(
            accessToken: token, expiresAt: now() + AccountRecord.lifetime(of: response))
        return token
    }
}
