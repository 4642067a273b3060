// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
import PortableFoundation

/// Checks the proofs of requests to an API, each once.
///
/// RFC 9449 §4.3, §7.1
struct ProofCheck: Sendable {
    /// The algorithms of proofs, for the challenge.
    static let algorithms = DPoPProof.algorithms.map(\.rawValue).joined(separator: " ")

    let rules: DPoPRules
    private let base: DPoPTarget?
    private let window: ReplayWindow

    init(_ rules: DPoPRules, window: ReplayWindow = ReplayWindow()) {
        (self.rules, self.window) = (rules, window)
        base = DPoPTarget(rules.address.absoluteString)
    }

    /// The nonces of a moment; `nil` if the API gives none.
    func nonces(now: Date) -> DPoPNonces? { rules.nonceKey.map { DPoPNonces(key: Array($0.revealed), now: now) } }

    /// Refuses a request without a proof of the key that its token is bound to.
    ///
    /// - Throws: ``BearerChallenge/Reason``, wrapped: `proofRefused`, `proofNonceMissing`, `proofsTooMany`.
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
