// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPServing
import PortableFoundation

/// The proofs of requests to the provider, each accepted once. RFC 9449 §4.3, §11.1
extension StandardProvider {
    var nonces: DPoPNonces { DPoPNonces(key: keys.nonceKey, now: now) }

    /// The proof in a request, which may already have been used.
    func proof(
        in request: Request, at endpoint: StandardEndpoint, of client: StandardClient, accessToken: String? = nil
    ) throws -> DPoPProof? {
        guard let target = DPoPTarget(url(endpoint, of: request)) else {
            throw StandardError(DPoPRefusal(.addressMismatch))
        }
        let judge = DPoPJudge(method: request.method.rawValue, target: target, accessToken: accessToken)
        do {
            return try judge.proof(
                in: request.headers.values(of: "DPoP"), now: now, nonces: nonces,
                demandsNonce: client.metadata.requiresDPoPNonce)
        } catch {
            throw StandardError(error)
        }
    }

    /// Call it once the request has presented a grant or token of its client: any program can sign proofs for a public
    /// client, and each used proof is stored.
    func use(_ proof: DPoPProof?, of client: StandardClient) async throws {
        guard let proof else { return }
        let end = proof.issuedAt.addingTimeInterval(DPoPJudge.freshness)
        let isNew = try await usedIdentifiers.take(
            proof.usedName, of: client.id, atMost: client.mostIdentifiers, until: end)
        guard isNew else { throw StandardError(DPoPRefusal(.used)) }
    }
}

extension ClientForm {
    func proof() throws -> DPoPProof? { try provider.proof(in: request, at: endpoint, of: client) }

    func adding(nonceFor proof: DPoPProof?, to response: Response) -> Response {
        var response = response
        if proof != nil { StandardReply(provider: provider).addNonce(to: &response) }
        return response
    }
}

extension StandardError {
    fileprivate init(_ refusal: DPoPRefusal) {
        self.init(refusal.code == .nonceMissing ? .useDPoPNonce : .invalidDPoPProof, refusal.message)
    }
}
