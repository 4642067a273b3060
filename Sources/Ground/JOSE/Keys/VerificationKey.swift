// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCryptography

/// A public key in the crypto library's form, made once and used for every token.
enum VerificationKey: Sendable {
    case rsa(RSA.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)

    var curve: EllipticCurve? {
        switch self {
        case .rsa: nil
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519: .ed25519
        }
    }

    var keyType: KeyType { curve?.keyType ?? .rsa }

    /// The size in bytes of each signature that this key checks.
    var signatureByteCount: Int {
        if case .rsa(let key) = self { return key.modulusByteCount }
        return 2 * (curve?.coordinateByteCount ?? 0)
    }

    /// Whether the signature is valid; false also if the algorithm is for another key.
    func isValid(
        _ signature: some DataProtocol, over input: some DataProtocol, by algorithm: SignatureAlgorithm
    ) -> Bool {
        switch (self, algorithm) {
        case (.rsa(let key), _):
            guard let scheme = RSAScheme(algorithm) else { return false }
            return Self.isValid(signature, over: input, by: scheme, with: key)
        case (.p256(let key), .es256):
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: SHA256.hash(data: input)) } ?? false
        case (.p384(let key), .es384):
            let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: SHA384.hash(data: input)) } ?? false
        case (.p521(let key), .es512):
            let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: SHA512.hash(data: input)) } ?? false
        case (.ed25519(let key), .edDSA):
            return key.isValidSignature(signature, for: input)
        default: return false
        }
    }

    private static func isValid(
        _ signature: some DataProtocol, over input: some DataProtocol, by scheme: RSAScheme,
        with key: RSA.PublicKey
    ) -> Bool {
        switch scheme.digest {
        case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: input), padding: scheme.padding)
        case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: input), padding: scheme.padding)
        case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: input), padding: scheme.padding)
        }
    }
}
