// SPDX-License-Identifier: Apache-2.0
import JOSE

extension SigningKeys {
    /// A token of the first form: its header names the key a second time, in `x5t`. RFC 7515 §4.1.7
    func signVersion1(_ claims: TokenClaims) throws -> String {
        let key = signingKey
        let name = key.publicKey.keyIdentifier
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: name, type: "JWT", certificateThumbprint: name)
        return try CompactJWS.sign(claims.text.utf8, header: header, with: key)
    }
}
