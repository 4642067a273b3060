// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import JOSE
import OAuth
import TenantDirectory

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
    static func hash(of accessToken: String) -> String {
        SHA256.hash(data: Data(accessToken.utf8)).unpaddedBase64URL
    }
}
