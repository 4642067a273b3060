// SPDX-License-Identifier: Apache-2.0

import DPoP
import HTTPMessages
import JSONWebSignatures
public import OAuthMessages
public import PortableFoundation

/// Checks the proofs of requests to an API, each once. RFC 9449 §4.3, §7.1
struct ProofCheck: Sendable {
    static let algorithms = DPoPProof.algorithms.map(\.rawValue).joined(separator: " ")

    let rules: DPoPRules
    private let base: DPoPTarget?
    private let window: ReplayWindow

    init(_ rules: DPoPRules, window: ReplayWindow = ReplayWindow()) {
        (self.rules, self.window) = (rules, window)
        base = DPoPTarget(rules.address.absoluteString)
    }

    func nonces(now: Date) -> DPoPNonces? { rules.nonceKey.map { DPoPNonces(key: Array($0.revealed), now: now) } }

    func check(
        _ request: HTTPRequest, _ token: Redacted<String>, boundTo thumbprint: String, now: Date
    ) throws(BearerChallenge) {
        guard let base else { throw BearerChallenge(.proofRefused(DPoPRefusal(.addressMismatch).message)) }
        let judge = DPoPJudge(
            method: request.method.rawValue, target: base.appending(request.path ?? "/"), accessToken: token.revealed,
            thumbprint: thumbprint)
        let proof: DPoPProof?
        do {
            proof = try judge.proof(
                in: request.headerFields[values: .dPoP], now: now, nonces: nonces(now: now),
                demandsNonce: true)
        } catch {
            throw BearerChallenge(error.code == .nonceMissing ? .proofNonceMissing : .proofRefused(error.message))
        }
        guard let proof else { throw BearerChallenge(.proofRefused(DPoPRefusal(.proofMissing).message)) }
        switch window.take(proof.usedName, now: now) {
        case .new: return
        case .used: throw BearerChallenge(.proofRefused(DPoPRefusal(.used).message))
        case .full: throw BearerChallenge(.proofsTooMany)
        }
    }
}

/// How an API accepts tokens bound to a key of the client, so that a stolen token is useless. RFC 9449 §4.3, §7, §9
///
/// A proof contains the URL that the client sent its request to. Behind a proxy, the API does not see this URL, and any
/// client can forge fields such as `X-Forwarded-Host`, so the public URL is a setting.
///
/// ```swift
/// let binding = DPoPRules(at: address)  // https://tasks.example.com, as clients write it
/// let protection = BearerProtection(accepting: [tokens], bound: binding, over: transport)
/// let caller = try await protection.caller(of: request.head)
/// ```
public struct DPoPRules: Sendable {
    /// The API's public base URL; request paths are appended.
    public var address: URL
    /// Whether each token must be bound; otherwise Bearer tokens are accepted as well.
    public var requiresProof: Bool
    /// The secret for the API's nonces, at least 32 bytes; `nil` for no nonces.
    ///
    /// All instances of an API share it. Nonces prevent clients from creating proofs in advance, but each client must
    /// repeat its first request. RFC 9449 §9
    public var nonceKey: Redacted<Data>?

    /// Creates rules for the API's public URL, such as `https://tasks.example.com`.
    public init(at address: URL, requiresProof: Bool = false, nonceKey: Redacted<Data>? = nil) {
        self.address = address
        self.requiresProof = requiresProof
        self.nonceKey = nonceKey
    }
}
