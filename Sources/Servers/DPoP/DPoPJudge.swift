// SPDX-License-Identifier: Apache-2.0

import OAuthMessages
package import PortableFoundation
import SystemCryptography

/// Checks whether a proof belongs to its request, for the local tenant and for protected APIs. RFC 9449 §4.3
///
/// It has no clock and no state: the caller records used proofs, under ``DPoPProof/usedName`` for ``freshness``.
package struct DPoPJudge: Sendable {
    package static let longestAge: TimeInterval = 300
    /// How far a client's clock may be ahead.
    package static let longestLead: TimeInterval = 60
    /// How long after its arrival a proof could be accepted again.
    package static let freshness = longestAge + longestLead

    let method: String
    let target: DPoPTarget
    /// `nil` at endpoints that accept no access token.
    let accessToken: String?
    let thumbprint: String?

    package init(method: String, target: DPoPTarget, accessToken: String? = nil, thumbprint: String? = nil) {
        (self.method, self.target, self.accessToken, self.thumbprint) = (method, target, accessToken, thumbprint)
    }

    /// Returns the proof, which may have been used before; `nil` without the field `DPoP`.
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
        // A wrong nonce is refused even if none is required. RFC 9449 §11.3
        if let nonces {
            guard proof.nonce.map(nonces.accepts) ?? !demandsNonce else { throw DPoPRefusal(.nonceMissing) }
        }
        return proof
    }
}

package struct DPoPRefusal: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        case proofMissing
        case proofMalformed
        case methodMismatch
        case addressMismatch
        case outOfTime
        case tokenMismatch
        case keyMismatch
        case nonceMissing
        case used
    }

    package let code: Code

    package init(_ code: Code) { self.code = code }

    /// Cause and remedy, in the characters that RFC 6749 §5.2 allows in a description.
    package var message: String {
        switch code {
        case .proofMissing: "The proof is missing: send one in the DPoP field."
        case .proofMalformed: "The DPoP field is not a single signed dpop+jwt with a public key."
        case .methodMismatch: "The proof is for another request: check htm."
        case .addressMismatch: "The proof is for another request: check htu."
        case .outOfTime: "The proof is too old or from the future: check iat and the clock."
        case .tokenMismatch: "The proof is for another access token: check ath."
        case .keyMismatch: "The proof is signed with a key that the token is not bound to."
        case .nonceMissing: "The proof must contain the nonce from the DPoP-Nonce field."
        case .used: "The proof was already used: use a new jti for each request."
        }
    }
}

/// Nonces that prove that a proof is fresh, computed from a key instead of stored. RFC 9449 §8
package struct DPoPNonces: Sendable {
    /// In seconds; a nonce is accepted for another period.
    package static let period = 300

    private let key: [UInt8]
    private let now: Date

    package init(key: [UInt8], now: Date) { (self.key, self.now) = (key, now) }

    package var current: String { nonce(of: number) }

    package func accepts(_ nonce: String) -> Bool {
        [number, number - 1].contains { self.nonce(of: $0).isSameSecret(as: nonce) }
    }

    private var number: Int { Int((now.timeIntervalSince1970 / Double(Self.period)).rounded(.down)) }

    private func nonce(of period: Int) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("DPoP nonce \(period)".utf8), using: SymmetricKey(data: key))
            .unpaddedBase64URL
    }
}
