// SPDX-License-Identifier: Apache-2.0
import DPoP
public import HTTPMessages
public import HTTPTransport
import OAuthMessages
public import SignInProvider

/// A validator for an API's access tokens, with the providers that the API accepts.
///
/// It works with any server framework; `BearerAuthServing` has the middleware for `HTTPServing`. It fetches a
/// provider's metadata when it validates the first token. It caches each verified token while the token is valid and
/// its provider's keys are unchanged. Copies of the value share both. Send the `response` of an error to the client:
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
    /// The API's metadata; `nil` if it publishes none.
    public let metadata: ProtectedResourceMetadata?
    private let accepted: [AcceptedProvider]
    private let proofs: ProofCheck?
    private let certificates: CertificateRules?
    private let time: TimeSource
    private let verified: VerifiedTokens

    /// Creates a validator that accepts tokens from one or more providers.
    ///
    /// With several, the token's unverified `iss` selects the provider, and only that provider's keys and rules then
    /// apply.
    ///
    /// - Parameters:
    ///   - tokens: The providers, with the rules for their tokens.
    ///   - metadata: The API's metadata, which each challenge links to; the API serves it at its URL.
    ///   - binding: The rules for tokens bound to a key; `nil` accepts none.
    ///   - certificates: The rules for tokens bound to the client's certificate; `nil` accepts none.
    ///   - transport: The transport for metadata, keys, and introspection.
    ///   - time: The clocks.
    public init(
        accepting tokens: [AcceptedTokens], describedBy metadata: ProtectedResourceMetadata? = nil,
        bound binding: DPoPRules? = nil, boundToCertificates certificates: CertificateRules? = nil,
        over transport: any Transport, time: TimeSource = .system
    ) {
        (self.metadata, self.certificates, self.time) = (metadata, certificates, time)
        proofs = binding.map { ProofCheck($0) }
        accepted = tokens.map { AcceptedProvider($0, over: transport, time: time) }
        verified = VerifiedTokens(time: time)
    }

    /// Fetches the metadata and keys of each provider, as its first token would; returns the errors by issuer.
    package func prepare() async -> [(issuer: String, error: any Error)] {
        var failures: [(issuer: String, error: any Error)] = []
        for provider in accepted {
            do {
                try await provider.provider().keys.prepare()
            } catch {
                failures.append((provider.issuer, error))
            }
        }
        return failures
    }

    /// Returns the caller that sent a request with these header fields.
    ///
    /// It accepts no bound tokens, because a proof covers the request's method and URL, and a certificate belongs to
    /// the connection. With ``DPoPRules`` or ``CertificateRules``, pass the complete request instead.
    ///
    /// - Throws: ``BearerChallenge``, or ``ProviderUnavailable`` if the provider does not respond properly.
    public func caller(of fields: HTTPFields) async throws -> Caller { try await caller(of: fields, in: nil, nil) }

    /// Returns the caller that sent a request, with the client certificate of its connection.
    ///
    /// - Throws: ``BearerChallenge``, or ``ProviderUnavailable`` if the provider does not respond properly.
    public func caller(
        of request: HTTPRequest, presenting certificate: ClientCertificate? = nil
    ) async throws -> Caller {
        try await caller(of: request.headerFields, in: request, certificate)
    }

    private func caller(
        of fields: HTTPFields, in request: HTTPRequest?, _ certificate: ClientCertificate?
    ) async throws -> Caller {
        switch BearerCredentials(fields, takingProofs: proofs != nil) {
        case .absent: throw describing(BearerChallenge(.tokenAbsent))
        case .malformed: throw describing(BearerChallenge(.requestMalformed))
        case .token(let token):
            guard !takesProofsAlone else { throw refusal(Self.needsProof, by: .dpop) }
            let caller = try await judged(token, by: .bearer)
            // RFC 9449 §7.2
            guard caller.keyThumbprint == nil else {
                throw refusal("the token is bound to a key; send it with the scheme DPoP and a proof", by: .bearer)
            }
            try check(certificate, fields, of: caller, by: .bearer)
            guard caller.certificateThumbprint != nil || !requiresBinding else {
                throw refusal("this API accepts only bound tokens; request a bound one", by: .bearer)
            }
            return caller
        case .provenToken(let token):
            guard let proofs else { throw describing(BearerChallenge(.tokenAbsent)) }
            guard let request else { throw refusal(Self.needsRequest, by: .dpop) }
            let caller = try await judged(token, by: .dpop)
            guard let thumbprint = caller.keyThumbprint else {
                throw refusal("the token is not bound to a DPoP key; request one with a proof", by: .dpop)
            }
            try check(certificate, fields, of: caller, by: .dpop)
            do {
                try proofs.check(request, token, boundTo: thumbprint, now: time.date())
            } catch {
                throw describing(error, by: .dpop)
            }
            return caller
        }
    }

    private static let needsRequest =
        "the API does not check the proof; its developer must call caller(of: request) instead of caller(of: fields)"
    /// Refuses a request without the certificate that its token is bound to. RFC 8705 §3
    private func check(
        _ certificate: ClientCertificate?, _ fields: HTTPFields, of caller: Caller, by scheme: BearerChallenge.Scheme
    ) throws(BearerChallenge) {
        guard let bound = caller.certificateThumbprint else { return }
        let presented: ClientCertificate? =
            switch certificates?.source {
            case .connection: certificate
            case .clientCertField:
                ClientCertificate(clientCertFields: fields[values: HTTPField.Name(token: "Client-Cert")])
            case nil: nil
            }
        guard let presented, presented.thumbprint.isSameSecret(as: bound) else {
            throw refusal("the token is bound to a certificate that the connection does not have", by: scheme)
        }
    }

    private var takesProofsAlone: Bool { proofs?.rules.requiresProof == true && certificates == nil }

    private var requiresBinding: Bool {
        proofs?.rules.requiresProof == true || certificates?.requiresBinding == true
    }

    private static let needsProof = "this API accepts only tokens with the scheme DPoP; request one with a proof"

    private func judged(_ token: Redacted<String>, by scheme: BearerChallenge.Scheme) async throws -> Caller {
        do {
            return try await verified.caller(of: token) { try await judge(token) }
        } catch let failure as Refusal where !Self.providerFaults.contains(failure.code) {
            throw refusal(failure.message, by: scheme)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw ProviderUnavailable(cause: error)
        }
    }

    private func judge(_ token: Redacted<String>) async throws -> VerifiedTokens.Verdict {
        let unverified: UnverifiedToken
        do {
            unverified = try UnverifiedToken(token)
        } catch {
            guard let verdict = try await verdict(onOpaque: token) else { throw error }
            return verdict
        }
        let provider = try await provider(of: unverified)
        let entry = try await provider.judge(unverified)
        guard let introspection = provider.introspection, introspection.tokens == .every else {
            return .accepted(entry)
        }
        let verdict = try await provider.ask(about: token, by: introspection)
        guard case .accepted(let answer) = verdict, !answer.caller.isBound(as: entry.caller) else { return verdict }
        throw Refusal(
            .tokenNotBound, "the provider's introspection response omits or changes the token's binding")
    }

    /// Introspects an opaque token at each provider that supports it, until one reports it active; `nil` without one.
    private func verdict(onOpaque token: Redacted<String>) async throws -> VerifiedTokens.Verdict? {
        var last: VerifiedTokens.Verdict?
        for provider in accepted {
            guard let introspection = provider.introspection else { continue }
            last = try await provider.ask(about: token, by: introspection)
            if case .accepted = last { return last }
        }
        return last
    }

    private func refusal(_ text: String, by scheme: BearerChallenge.Scheme) -> BearerChallenge {
        describing(BearerChallenge(.tokenRefused(text)), by: scheme)
    }

    package func describing(_ challenge: BearerChallenge, to caller: Caller) -> BearerChallenge {
        describing(challenge, by: caller.keyThumbprint == nil ? .bearer : .dpop)
    }

    private func describing(
        _ challenge: BearerChallenge, by scheme: BearerChallenge.Scheme = .bearer
    ) -> BearerChallenge {
        var challenge = challenge
        challenge.resourceMetadata = challenge.resourceMetadata ?? metadata?.address
        guard let proofs else { return challenge }
        challenge.schemes = takesProofsAlone ? [.dpop] : [.bearer, .dpop]
        challenge.scheme = scheme
        if challenge.reason == .proofNonceMissing {
            challenge.nonce = proofs.nonces(now: time.date())?.current
        }
        return challenge
    }

    /// Refusals of the provider's responses: a challenge must not name the caller's token as their cause.
    private static let providerFaults: Set<Refusal.Code> = [
        .metadataMalformed, .metadataIssuerMismatch, .hostMalformed, .addressInsecure, .keySetMalformed,
        .keySetMissing, .tokenResponseMalformed, .clientAssertionUnavailable,
    ]

    /// The provider that a token names.
    ///
    /// An unavailable provider blocks no token of another one. Several user flows can share an issuer: if a token fits
    /// none of them, the rules of the first one give the reason.
    private func provider(of token: UnverifiedToken) async throws -> AcceptedProvider {
        if let only = accepted.first, accepted.count == 1 { return only }
        // Refuses a token without an issuer, also for an API without providers.
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
        guard let sameIssuer else { throw Refusal(.issuerMismatch, "this API accepts no tokens of that issuer") }
        return sameIssuer
    }
}
