// SPDX-License-Identifier: Apache-2.0
import DPoP
import Foundation
import HTTPServing
import TenantDirectory

/// Takes the proofs of requests to the provider, each once.
///
/// RFC 9449 §4.3, §11.1
struct RequestProofs: Sendable {
    let provider: StandardProvider

    /// The proof in a request; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - endpoint: The endpoint that received it.
    ///   - accessToken: The access token in a request to a resource.
    ///   - demandsNonce: Whether the proof must carry a nonce of this provider.
    /// - Returns: A proof that was never used before.
    /// - Throws: ``StandardError`` (`invalid_dpop_proof`, `use_dpop_nonce`, `temporarily_unavailable`).
    func proof(
        in request: Request, at endpoint: StandardEndpoint, accessToken: String? = nil, demandsNonce: Bool
    ) async throws -> DPoPProof? {
        guard let target = DPoPTarget(provider.url(endpoint, of: request)) else {
            throw StandardError(DPoPRefusal(.addressMismatch))
        }
        let judge = DPoPJudge(method: request.method.rawValue, target: target, accessToken: accessToken)
        let proof: DPoPProof?
        do {
            proof = try judge.proof(
                in: request.headers.values(of: "DPoP"), now: provider.settings.now(), nonces: provider.nonces,
                demandsNonce: demandsNonce)
        } catch {
            throw StandardError(error)
        }
        guard let proof else { return nil }
        let end = proof.issuedAt.addingTimeInterval(DPoPJudge.freshness)
        guard try await provider.usedIdentifiers.take(proof.usedName, until: end) else {
            throw StandardError(DPoPRefusal(.used))
        }
        return proof
    }
}

extension StandardError {
    fileprivate init(_ refusal: DPoPRefusal) {
        self.init(refusal.code == .nonceMissing ? .useDPoPNonce : .invalidDPoPProof, refusal.message)
    }
}

extension StandardProvider {
    /// The nonces at the current time.
    var nonces: DPoPNonces { DPoPNonces(key: keys.nonceKey, now: settings.now()) }
}
