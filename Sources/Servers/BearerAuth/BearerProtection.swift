// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import HTTPTypes
import OAuth
public import Provider

/// Knows the providers whose tokens an API takes, and judges them.
///
/// A provider is asked when its first token comes, and copies share what it said.
public struct BearerProtection: Sendable {
    private let accepted: [AcceptedProvider]

    /// Creates a protection that takes the tokens of one provider or several.
    ///
    /// Where there are several, a token's `iss`, which nobody believes yet, chooses whose keys to try; then it is
    /// judged by the rules of that provider alone.
    ///
    /// - Parameters:
    ///   - tokens: The providers, and for whom their tokens must be.
    ///   - transport: What asks for metadata and keys.
    ///   - now: The clock.
    public init(
        accepting tokens: [AcceptedTokens], over transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        accepted = tokens.map { AcceptedProvider($0, over: transport, now: now) }
    }

    /// Who sent a request with these header fields.
    ///
    /// - Throws: ``BearerChallenge``; ``ProviderUnavailable`` if the provider cannot be asked.
    public func caller(of fields: HTTPFields) async throws -> AccessToken {
        switch BearerCredentials(fields) {
        case .absent: throw BearerChallenge(.tokenAbsent)
        case .malformed: throw BearerChallenge(.requestMalformed)
        case .token(let token):
            do {
                return try await provider(of: token).caller(with: token)
            } catch let refusal as Refusal where !Self.providerFaults.contains(refusal.code) {
                throw BearerChallenge(.tokenRefused(refusal.message))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw ProviderUnavailable(cause: error)
            }
        }
    }

    /// What is wrong with the provider is not the caller's fault.
    private static let providerFaults: Set<Refusal.Code> = [
        .metadataMalformed, .metadataIssuerMismatch, .addressInsecure, .keySetMalformed, .keySetMissing,
    ]

    /// The provider that a token says it is from.
    ///
    /// One that cannot be asked hides none of the others.
    /// Several user flows may share an issuer; where the token is of none of them, the judgement of one says so.
    private func provider(of token: Redacted<String>) async throws -> AcceptedProvider {
        if let only = accepted.first, accepted.count == 1 { return only }
        let issuer = try UnverifiedIssuer(of: token)
        var (sameIssuer, failure): (AcceptedProvider?, (any Error)?)
        for candidate in accepted {
            do {
                switch try await candidate.likeness(of: issuer) {
                case .full: return candidate
                case .issuer: sameIssuer = sameIssuer ?? candidate
                case .none: break
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard let sameIssuer else {
            throw Refusal(.issuerMismatch, "the token was issued by nobody whose tokens this API takes")
        }
        return sameIssuer
    }
}
