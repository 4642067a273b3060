// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth
import TenantDirectory

/// Checks that a proof belongs to the request that carries it.
///
/// RFC 9449 §4.3
struct DPoPJudge: Sendable {
    /// How old a proof may be, in seconds.
    static let longestAge: TimeInterval = 300
    /// How far a client's clock may be ahead, in seconds.
    static let longestLead: TimeInterval = 60

    let provider: StandardProvider

    /// The proof in a request; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - endpoint: The endpoint that received it.
    ///   - accessToken: The access token in a request to a resource.
    ///   - demandsNonce: Whether the proof must carry a nonce of this provider.
    /// - Returns: A proof that was never used before.
    /// - Throws: ``StandardError`` (`invalid_dpop_proof`, `use_dpop_nonce`).
    func proof(
        in request: Request, at endpoint: StandardEndpoint, accessToken: String? = nil, demandsNonce: Bool
    ) async throws -> DPoPProof? {
        let fields = request.headers.values(of: "DPoP")
        guard let field = fields.first else { return nil }
        guard fields.count == 1, let proof = DPoPProof(field) else {
            throw refusal("The DPoP field is not one signed dpop+jwt with a public key in it.")
        }
        guard proof.method == request.method.rawValue, isSame(proof.address, as: provider.url(endpoint)) else {
            throw refusal("The proof is for another request: check htm and htu.")
        }
        let age = provider.settings.now().timeIntervalSince(proof.issuedAt)
        guard (-Self.longestLead...Self.longestAge).contains(age) else {
            throw refusal("The proof is too old or from the future: check iat and the clock.")
        }
        if let accessToken {
            guard proof.accessTokenHash?.isSameSecret(as: DPoPProof.hash(of: accessToken)) == true else {
                throw refusal("The proof is for another access token: check ath.")
            }
        }
        try checkNonce(proof.nonce, isDemanded: demandsNonce)
        guard
            try await provider.usedIdentifiers.take(
                "proof of \(proof.thumbprint) \(proof.identifier)",
                until: proof.issuedAt + Self.longestAge + Self.longestLead)
        else { throw refusal("The proof was used before: make a new jti for each request.") }
        return proof
    }

    private func checkNonce(_ nonce: String?, isDemanded: Bool) throws {
        guard nonce.map(provider.nonces.accepts) ?? !isDemanded else {
            throw StandardError(.useDPoPNonce, "The proof must carry the nonce of the DPoP-Nonce field.")
        }
    }

    /// Whether an address without query and fragment equals an endpoint's; only the path is case-sensitive.
    private func isSame(_ address: String, as endpoint: String) -> Bool {
        guard let address = Self.normalized(address), let endpoint = Self.normalized(endpoint) else { return false }
        return address == endpoint
    }

    /// RFC 3986 §6.2.2 and §6.2.3, as RFC 9449 §4.3 requires.
    private static func normalized(_ text: String) -> String? {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), parts.user == nil,
            let host = parts.host?.lowercased()
        else { return nil }
        let usual = ["http": 80, "https": 443][scheme]
        return "\(scheme)://\(host):\(parts.port ?? usual ?? 0)\(parts.percentEncodedPath)"
    }

    private func refusal(_ description: String) -> StandardError { StandardError(.invalidDPoPProof, description) }
}
