// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import PortableFoundation

extension P256.Signing.PrivateKey {
    /// Reads PKCS #8 or SEC 1; refuses a key on another curve.
    package init(pemRepresentation: String) throws(CryptographyError) {
        guard case .p256(let number) = try PrivateKeyNumbers(pem: pemRepresentation) else { throw .invalidKey }
        try self.init(rawRepresentation: number)
    }

    /// The key in PKCS #8: a secret, byte for byte as OpenSSL writes it.
    package var pemRepresentation: String {
        let key = DER.sequence { key in
            key.unsignedInteger([1])
            key.element(DER.Tag.octetString, rawRepresentation)
            key.elements(DER.Tag.context(1)) { $0.bitString(publicKey.x963Representation) }
        }
        let info = DER.sequence { info in
            info.unsignedInteger([])
            KeyAlgorithm.elliptic(.p256).write(to: &info)
            info.element(DER.Tag.octetString, key)
        }
        return PEMBlock(label: "PRIVATE KEY", content: info).text
    }
}
#endif
