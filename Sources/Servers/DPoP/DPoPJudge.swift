// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation

/// Judges whether a proof belongs to the request that carries it.
///
/// The local tenant and protected APIs share it. It reads no clock and remembers nothing: whether a proof was used
/// before is the caller's to know, under ``DPoPProof/usedName`` until ``freshness`` has passed.
///
/// RFC 9449 §4.3
package struct DPoPJudge: Sendable {
    /// How old a proof may be, in seconds.
    package static let longestAge: TimeInterval = 300
    /// How far a client's clock may be ahead, in seconds.
    package static let longestLead: TimeInterval = 60
    /// How long after its arrival a proof could be accepted once more, in seconds.
    package static let freshness = longestAge + longestLead

    let method: String
    let target: DPoPTarget
    /// The access token in the request; `nil` at endpoints that take none.
    let accessToken: String?
    let thumbprint: String?

    package init(method: String, target: DPoPTarget, accessToken: String? = nil, thumbprint: String? = nil) {
        (self.method, self.target, self.accessToken, self.thumbprint) = (method, target, accessToken, thumbprint)
    }

    /// The proof in the values of the field `DPoP`; `nil` without such a field.
    ///
    /// - Parameters:
    ///   - fields: Every value of the field.
    ///   - now: The time.
    ///   - nonces: The nonces that the server accepts; `nil` if it gives none.
    ///   - demandsNonce: Whether the proof must carry one.
    /// - Returns: The proof, which may have been used before.
    /// - Throws: ``DPoPRefusal``.
    package func proof(
        in fields: [String], now: Date, nonces: DPoPNonces?, demandsNonce: Bool
    ) throws(DPoPRefusal) -> DPoPProof? {
        guard let field = fields.first else { return nil }
        guard fields.count == 1, let proof = DPoPProof(field) else { throw DPoPRefusal(.proofMalformed) }
        guard proof.method == method else { throw DPoPRefusal(.methodMismatch) }
        guard DPoPTarget(proof.address) == target else { throw DPoPRefusal(.addressMismatch) }
        let age = now.timeIntervalSince(proof.issuedAt)
        guard (-Self.longestLead...Self.longestAge).contains(age) else { throw DPoPRefusal(.outOfTime) }
        if let accessToken {
            guard proof.accessTokenHash?.isSameSecret(as: DPoPProof.hash(of: accessToken)) == true else {
                throw DPoPRefusal(.tokenMismatch)
            }
        }
        if let thumbprint {
            guard proof.thumbprint.isSameSecret(as: thumbprint) else { throw DPoPRefusal(.keyMismatch) }
        }
        // A nonce that was not given out is wrong, demanded or not. RFC 9449 §11.3
        if let nonces {
            guard proof.nonce.map(nonces.accepts) ?? !demandsNonce else { throw DPoPRefusal(.nonceMissing) }
        }
        return proof
    }
}
