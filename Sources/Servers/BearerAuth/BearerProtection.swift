// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import HTTPTypes
import OAuth
public import Provider

/// Judges access tokens for an API, by the providers that the API accepts.
///
/// For any server framework; `BearerAuthHummingbird` has the middleware for Hummingbird. It fetches a provider's
/// metadata for the first token, and verifies a token once while it lives and its provider's keys stay the same; copies
/// of the value share both. Send the `response` of an error to the client:
///
/// ```swift
/// let protection = BearerProtection(accepting: [tokens], over: transport)  // one for all requests
/// do {
///     return try await store.response(for: protection.caller(of: request.headers))
/// } catch let challenge as BearerChallenge {
///     return challenge.response  // 401, 400 or 403
/// } catch let unavailable as ProviderUnavailable {
///     return unavailable.response  // 503
/// }
/// ```
public struct BearerProtection: Sendable {
    /// The API's description of itself; `nil` if it publishes none.
    public let metadata: ProtectedResourceMetadata?
    private let accepted: [AcceptedProvider]
    private let verified: VerifiedTokens

    /// Creates a protection that accepts the tokens of one or several providers.
    ///
    /// With several, the token's unverified `iss` chooses the provider; then only this provider's keys and rules judge
    /// the token.
    ///
    /// - Parameters:
    ///   - tokens: The providers, with the rules for their tokens.
    ///   - metadata: The API's description of itself, which each challenge names; the API serves it at its address.
    ///   - transport: The transport for metadata and keys.
    ///   - time: The clocks.
    public init(
        accepting tokens: [AcceptedTokens], describedBy metadata: ProtectedResourceMetadata? = nil,
        over transport: any Transport, time: TimeSource = .system
    ) {
        self.metadata = metadata
        accepted = tokens.map { AcceptedProvider($0, over: transport, time: time) }
        verified = VerifiedTokens(time: time)
    }

    /// The caller that sent a request with these header fields.
    ///
    /// - Throws: ``BearerChallenge``; ``ProviderUnavailable`` if the provider does not answer properly.
    public func caller(of fields: HTTPFields) async throws -> Caller {
        switch BearerCredentials(fields) {
        case .absent: throw challenge(.tokenAbsent)
        case .malformed: throw challenge(.requestMalformed)
        case .token(let token):
            do {
                return try await verified.caller(of: token) {
                    let token = try UnverifiedToken(token)
                    return try await provider(of: token).judge(token)
                }
            } catch let refusal as Refusal where !Self.providerFaults.contains(refusal.code) {
                throw challenge(.tokenRefused(refusal.message))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw ProviderUnavailable(cause: error)
            }
        }
    }

    private func challenge(_ reason: BearerChallenge.Reason) -> BearerChallenge {
        var challenge = BearerChallenge(reason)
        challenge.resourceMetadata = metadata?.address
        return challenge
    }

    /// Faults of the provider, which must not be reported as faults of the caller's token.
    private static let providerFaults: Set<Refusal.Code> = [
        .metadataMalformed, .metadataIssuerMismatch, .addressInsecure, .keySetMalformed, .keySetMissing,
    ]

    /// The provider that a token names.
    ///
    /// A provider that does not answer does not hide a full match with another one. Several user flows may share an
    /// issuer: if the token fits none of them, the first one refuses it with the reason.
    private func provider(of token: UnverifiedToken) async throws -> AcceptedProvider {
        if let only = accepted.first, accepted.count == 1 { return only }
        // Refuses a token without an issuer, also for an API that accepts no provider at all.
        _ = try token.issuer()
        var (sameIssuer, failure): (AcceptedProvider?, (any Error)?)
        for candidate in accepted {
            do {
                switch try await candidate.likeness(of: token) {
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
            throw Refusal(.issuerMismatch, "this API accepts no tokens of that issuer")
        }
        return sameIssuer
    }
}
