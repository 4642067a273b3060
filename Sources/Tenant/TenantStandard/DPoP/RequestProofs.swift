// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPServing
import PortableFoundation
import TenantDirectory

/// Takes the proofs of requests to the provider, each once.
///
/// RFC 9449 §4.3, §11.1
struct RequestProofs: Sendable {
    let provider: StandardProvider

    /// The proof in a request, which may have been used before; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - endpoint: The endpoint that received it.
    ///   - client: The client, which may demand a nonce of this provider.
    ///   - accessToken: The access token in a request to a resource.
    /// - Returns: The proof.
    /// - Throws: ``StandardError`` (`invalid_dpop_proof`, `use_dpop_nonce`).
    func proof(
        in request: Request, at endpoint: StandardEndpoint, of client: StandardClient, accessToken: String? = nil
    ) throws -> DPoPProof? {
        guard let target = DPoPTarget(provider.url(endpoint, of: request)) else {
            throw StandardError(DPoPRefusal(.addressMismatch))
        }
        let judge = DPoPJudge(method: request.method.rawValue, target: target, accessToken: accessToken)
        do {
            return try judge.proof(
                in: request.headers.values(of: "DPoP"), now: provider.settings.now(), nonces: provider.nonces,
                demandsNonce: client.metadata.requiresDPoPNonce)
        } catch {
            throw StandardError(error)
        }
    }

    /// Uses a proof, which nobody can use again.
    ///
    /// Call it once the request has shown a grant or token of its client: anybody can sign proofs in the name of a
    /// public client, and each used proof is stored.
    ///
    /// - Throws: ``StandardError`` (`invalid_dpop_proof`, `temporarily_unavailable`).
    func use(_ proof: DPoPProof?, of client: StandardClient) async throws {
        guard let proof else { return }
        let end = proof.issuedAt.addingTimeInterval(DPoPJudge.freshness)
        let isNew = try await provider.usedIdentifiers.take(
            proof.usedName, of: client.id, atMost: client.mostIdentifiers, until: end)
        guard isNew else { throw StandardError(DPoPRefusal(.used)) }
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
