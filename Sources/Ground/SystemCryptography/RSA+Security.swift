// SPDX-License-Identifier: Apache-2.0
#if canImport(CryptoKit)
import PortableFoundation
import Security

/// An RSA key of Apple's Security framework, since CryptoKit has none.
///
/// Security reads and writes keys as PKCS #1. Its PSS accepts only a salt as long as the digest.
final class RSAKey: Sendable {
    private nonisolated(unsafe) let key: SecKey  // a key never changes, and Security locks what it computes for it

    private init(_ key: SecKey) { self.key = key }

    convenience init?(n: [UInt8], e: [UInt8]) {
        guard let key = Self.read(SubjectPublicKeyInfo.encoded(n: n, e: e), kSecAttrKeyClassPublic) else { return nil }
        self.init(key)
    }

    /// `nil` unless its signature is valid for the modulus and the exponent.
    convenience init?(_ numbers: RSA.Numbers) {
        let content = DER.sequence { key in
            // The version of keys with two primes. RFC 8017 §A.1.2
            key.unsignedInteger([])
            for number in numbers.inOrder { key.unsignedInteger(number) }
        }
        guard let key = Self.read(content, kSecAttrKeyClassPrivate),
            let publicKey = RSAKey(n: numbers.n, e: numbers.e)
        else { return nil }
        self.init(key)
        let digest = Data(SHA256.hash(data: numbers.n))
        guard let algorithm = Self.algorithm(SHA256Digest.self, .pkcs1v15),
            let signature = SecKeyCreateSignature(key, algorithm, digest as CFData, nil),
            SecKeyVerifySignature(publicKey.key, algorithm, digest as CFData, signature, nil)
        else { return nil }
    }

    static func generate(bits: Int) -> RSA.Numbers? {
        let attributes =
            [kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: bits] as [String: Any]
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil),
            let content = SecKeyCopyExternalRepresentation(key, nil) as Data?,
            case .rsa(let numbers) = try? PrivateKeyNumbers(
                pem: PEMBlock(label: "RSA PRIVATE KEY", content: Array(content)).text)
        else { return nil }
        return numbers
    }

    func isValid(_ signature: UnsafeRawBufferPointer, for digest: some Digest, _ padding: RSA.Padding) -> Bool {
        guard let algorithm = Self.algorithm(type(of: digest), padding) else { return false }
        return SecKeyVerifySignature(key, algorithm, Data(digest) as CFData, Data(signature) as CFData, nil)
    }

    func sign(_ digest: some Digest, _ padding: RSA.Padding, to signature: UnsafeMutableRawBufferPointer) -> Bool {
        guard let algorithm = Self.algorithm(type(of: digest), padding),
            let made = SecKeyCreateSignature(key, algorithm, Data(digest) as CFData, nil) as Data?,
            made.count == signature.count
        else { return false }
        signature.copyBytes(from: made)
        return true
    }

    private static func read(_ content: [UInt8], _ kind: CFString) -> SecKey? {
        let attributes = [kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeyClass as String: kind]
        return SecKeyCreateWithData(Data(content) as CFData, attributes as CFDictionary, nil)
    }

    private static func algorithm(_ digest: any Digest.Type, _ padding: RSA.Padding) -> SecKeyAlgorithm? {
        switch (digest, padding) {
        case (is SHA256Digest.Type, .pkcs1v15): .rsaSignatureDigestPKCS1v15SHA256
        case (is SHA384Digest.Type, .pkcs1v15): .rsaSignatureDigestPKCS1v15SHA384
        case (is SHA512Digest.Type, .pkcs1v15): .rsaSignatureDigestPKCS1v15SHA512
        case (is SHA256Digest.Type, .pss): .rsaSignatureDigestPSSSHA256
        case (is SHA384Digest.Type, .pss): .rsaSignatureDigestPSSSHA384
        case (is SHA512Digest.Type, .pss): .rsaSignatureDigestPSSSHA512
        default: nil
        }
    }
}
#endif
