// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation
package import SystemCryptography

/// Encrypts values that clients carry and only this tenant reads, with AES-GCM.
extension SymmetricKey {
    /// A value for one purpose cannot be opened for another.
    package func sealed(_ content: some DataProtocol, for purpose: String, random: RandomSource) throws -> String {
        let nonce = try AES.GCM.Nonce(data: random.bytes(12))
        let box = try AES.GCM.seal(content, using: self, nonce: nonce, authenticating: Data(purpose.utf8))
        return Base64URL.encode(Array(nonce) + box.ciphertext + box.tag)
    }

    package func opened(_ text: some StringProtocol, for purpose: String) -> Data? {
        guard let bytes = try? Base64URL.decode(text), let box = try? AES.GCM.SealedBox(combined: bytes) else {
            return nil
        }
        return try? AES.GCM.open(box, using: self, authenticating: Data(purpose.utf8))
    }
}
