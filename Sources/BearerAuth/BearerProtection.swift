// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import HTTPTypes
import Hummingbird
import OAuth
public import Provider

/// Knows the provider whose tokens an API takes, and judges them.
///
/// The provider is asked when the first token comes, and copies share what it said.
public struct BearerProtection: Sendable {
    private let issuer: URL
    private let providerRules: ProviderRules
    private let tokenRules: AccessTokenRules
    private let transport: any Transport
    private let now: @Sendable () -> Date
    private let provider = Once<IdentityProvider>()

    /// Creates a protection.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer address.
    ///   - providerRules: How it departs from the standard.
    ///   - tokenRules: For whom a token must be.
    ///   - transport: What asks for metadata and keys.
    ///   - now: The clock.
    public init(
        issuer: URL, providerRules: ProviderRules, tokenRules: AccessTokenRules,
        over transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.issuer = issuer
        self.providerRules = providerRules
        self.tokenRules = tokenRules
        self.transport = transport
        self.now = now
    }

    /// Who sent a request with these header fields.
    ///
    /// - Throws: ``BearerChallenge``; `HTTPError` 503 if the provider cannot be asked.
    public func caller(of fields: HTTPFields) async throws -> AccessToken {
        switch BearerCredentials(fields) {
        case .absent: throw BearerChallenge(.tokenAbsent)
        case .malformed: throw BearerChallenge(.requestMalformed)
        case .token(let token):
            do {
                return try await TokenValidator(try await discovered(), now: now).accessToken(
                    token, under: tokenRules)
            } catch let refusal as Refusal where !Self.providerFaults.contains(refusal.code) {
                throw BearerChallenge(.tokenRefused(refusal.message))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw HTTPError(
                    .serviceUnavailable,
                    message: "the identity provider cannot be asked for its keys; try again later")
            }
        }
    }

    /// What is wrong with the provider is not the caller's fault.
    private static let providerFaults: Set<Refusal.Code> = [
        .metadataMalformed, .metadataIssuerMismatch, .addressInsecure, .keySetMalformed,
    ]

    private func discovered() async throws -> IdentityProvider {
        try await provider.value { [issuer, providerRules, transport, now] in
            try await IdentityProvider.discover(issuer, rules: providerRules, over: transport, now: now)
        }
    }
}
