// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCryptography

/// A private key in the crypto library's form.
enum SigningKey: Sendable {
    case rsa(RSA.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)

    /// Signs; the caller has checked that the algorithm fits the key.
    func signature(over input: some DataProtocol, by algorithm: SignatureAlgorithm) throws -> Data {
        switch self {
        case .rsa(let key):
            guard let scheme = RSAScheme(algorithm) else { throw JOSEError(.keyTypeMismatch) }
            return try Self.signature(over: input, by: scheme, with: key)
        case .p256(let key): return try key.signature(for: SHA256.hash(data: input)).rawRepresentation
        case .p384(let key): return try key.signature(for: SHA384.hash(data: input)).rawRepresentation
        case .p521(let key): return try key.signature(for: SHA512.hash(data: input)).rawRepresentation
        case .ed25519(let key): return try key.signature(for: input)
        }
    }

    private static func signature(
        over input: some DataProtocol, by scheme: RSAScheme, with key: RSA.PrivateKey
    ) throws -> Data {
        let padding = scheme.padding
        return switch scheme.digest {
        case .sha256: try key.signature(for: SHA256.hash(data: input), padding: padding)
        case .sha384: try key.signature(for: SHA384.hash(data: input), padding: padding)
        case .sha512: try key.signature(for: SHA512.hash(data: input), padding: padding)
        }
    }
}
