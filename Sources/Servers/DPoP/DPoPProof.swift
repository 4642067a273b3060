// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
import SystemCryptography

/// A JWT that proves possession of the key in its header, for one request. RFC 9449 §4.2
package struct DPoPProof: Sendable {
    /// The algorithms that proofs may be signed with: the most common one for each kind of key.
    package static let algorithms: [SignatureAlgorithm] = [.rs256, .ps256, .es256, .edDSA]
    /// The maximum size of a proof, in bytes; our own limit, with room for an RSA key of 4096 bits.
    package static let maximumByteCount = 4096

    package let thumbprint: String
    /// `jti`, different in each proof.
    package let identifier: String
    package let method: String
    package let address: String
    /// `iat`: when the client made the proof.
    package let issuedAt: Date
    package let nonce: String?
    /// `ath`, the hash of the access token in the same request.
    package let accessTokenHash: String?

    package init?(_ token: String) {
        let dot = UInt8(ascii: ".")
        guard token.utf8.count <= Self.maximumByteCount,
            let header = try? StrictJSON.object(in: Base64URL.decode(ascii: token.utf8.prefix { $0 != dot })),
            header["typ"]?.string == "dpop+jwt", let jwk = header["jwk"]?.object,
            JSONWebKey.secretMembers.isDisjoint(with: jwk.keys),
            let key = try? JSONWebKey(jsonData: JSONValue.object(jwk).text.utf8),
            let verified = try? UnverifiedJWS(token, accepting: Set(Self.algorithms)).verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            let identifier = claims["jti"]?.string, (1...256).contains(identifier.utf8.count),
            let method = claims["htm"]?.string, let address = claims["htu"]?.string,
            let issuedAt = claims["iat"]?.numericDate
        else { return nil }
        thumbprint = key.thumbprint
        self.identifier = identifier
        self.method = method
        self.address = address
        self.issuedAt = issuedAt
        nonce = claims["nonce"]?.string
        accessTokenHash = claims["ath"]?.string
    }

    package static func hash(of accessToken: String) -> String {
        SHA256.hash(data: Data(accessToken.utf8)).unpaddedBase64URL
    }

    /// Its key and `jti`, but not the URL: another spelling of it would make a used proof new. RFC 9449 §11.1
    package var usedName: String { "proof of \(thumbprint) \(identifier)" }
}
