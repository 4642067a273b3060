// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JOSE
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

/// A JWT that proves possession of the key in its header, for one request.
///
/// RFC 9449 §4.2
struct DPoPProof: Sendable {
    /// The algorithms that proofs may be signed with.
    static let algorithms = Set(TokenAlgorithm.allCases.map(\.signature))

    /// The thumbprint of the key. RFC 7638
    let thumbprint: String
    let identifier: String
    /// `htm`: the method of the request.
    let method: String
    /// `htu`: the address of the request.
    let address: String
    let issuedAt: Date
    let nonce: String?
    /// `ath`: the hash of the access token in the same request.
    let accessTokenHash: String?

    /// Reads a proof and verifies its signature with the key in it; `nil` if one of these steps fails.
    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = try? StrictJSON.object(in: Base64URL.decode(parts[0])),
            header["typ"]?.string == "dpop+jwt", let jwk = header["jwk"]?.object,
            JSONWebKey.secretMembers.isDisjoint(with: jwk.keys),
            let key = try? JSONWebKey(jsonData: JSONValue.object(jwk).text.utf8),
            let verified = try? UnverifiedJWS(token, accepting: Self.algorithms).verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            let identifier = claims["jti"]?.string, (1...256).contains(identifier.utf8.count),
            let method = claims["htm"]?.string, let address = claims["htu"]?.string,
            let issuedAt = claims["iat"]?.double, issuedAt.magnitude < 1e11
        else { return nil }
        thumbprint = key.thumbprint
        self.identifier = identifier
        self.method = method
        self.address = address
        self.issuedAt = Date(timeIntervalSince1970: issuedAt)
        nonce = claims["nonce"]?.string
        accessTokenHash = claims["ath"]?.string
    }

    /// The value of `ath` for an access token. RFC 9449 §4.2
    static func hash(of accessToken: String) -> String { SHA256.hash(data: Data(accessToken.utf8)).unpaddedBase64URL }
}

/// Nonces that show that a proof is fresh; they are computed from a key, so none is stored.
///
/// RFC 9449 §8
struct DPoPNonces: Sendable {
    /// How long a nonce is current, in seconds; it is accepted for as long again.
    static let period = 300

    let key: [UInt8]
    let now: Date

    /// The nonce for new proofs.
    var current: String { nonce(of: now.seconds / Self.period) }

    /// Whether a nonce is the current one or the one before.
    func accepts(_ nonce: String) -> Bool {
        let period = now.seconds / Self.period
        return [period, period - 1].contains { self.nonce(of: $0).isSameSecret(as: nonce) }
    }

    private func nonce(of period: Int) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("DPoP nonce \(period)".utf8), using: SymmetricKey(data: key))
            .unpaddedBase64URL
    }
}

extension StandardProvider {
    /// The nonces at the current time.
    var nonces: DPoPNonces { DPoPNonces(key: keys.nonceKey, now: settings.now()) }
}
