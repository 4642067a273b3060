// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// The algorithms that may sign tokens, by their `alg`.
///
/// All are asymmetric. `none` and the shared-secret algorithms `HS…` have no case: a header that names them is refused,
/// and no set of accepted algorithms can contain them.
///
/// RFC 7518 §3.1, RFC 8037 §3.1
package enum SignatureAlgorithm: String, CaseIterable, Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    case rs384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    case rs512 = "RS512"
    /// RSASSA-PSS with SHA-256 and a salt of 32 bytes.
    case ps256 = "PS256"
    /// RSASSA-PSS with SHA-384 and a salt of 48 bytes.
    case ps384 = "PS384"
    /// RSASSA-PSS with SHA-512 and a salt of 64 bytes.
    case ps512 = "PS512"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512.
    case es512 = "ES512"
    /// EdDSA; here on Ed25519 only.
    case edDSA = "EdDSA"

    /// The type of key that this algorithm needs.
    package var keyType: KeyType { curve?.keyType ?? .rsa }

    /// The curve that the key must be on; nil for RSA.
    package var curve: EllipticCurve? {
        switch self {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: nil
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .edDSA: .ed25519
        }
    }
}

extension SignatureAlgorithm {
    /// The left half of a text's hash; an ID token holds it for the access token or the code beside it.
    ///
    /// The ID token's algorithm decides the hash. EdDSA names none: Ed25519 hashes with SHA-512 (RFC 8032 §5.1), and
    /// providers use that.
    ///
    /// OpenID Connect Core §3.1.3.6, §3.3.2.11
    package func leftHalfHash(of text: String) -> String {
        let data = Data(text.utf8)
        return switch self {
        case .rs256, .ps256, .es256: Base64URL.encode(Array(SHA256.hash(data: data)).prefix(16))
        case .rs384, .ps384, .es384: Base64URL.encode(Array(SHA384.hash(data: data)).prefix(24))
        case .rs512, .ps512, .es512, .edDSA: Base64URL.encode(Array(SHA512.hash(data: data)).prefix(32))
        }
    }
}

/// The padding and the digest of an RSA algorithm.
struct RSAScheme {
    let padding: RSA.Padding
    let digest: Digest

    enum Digest { case sha256, sha384, sha512 }

    /// - Returns: Nil for an algorithm of another key type.
    init?(_ algorithm: SignatureAlgorithm) {
        switch algorithm {
        case .rs256: self.init(padding: .pkcs1v15, digest: .sha256)
        case .rs384: self.init(padding: .pkcs1v15, digest: .sha384)
        case .rs512: self.init(padding: .pkcs1v15, digest: .sha512)
        case .ps256: self.init(padding: .pss, digest: .sha256)
        case .ps384: self.init(padding: .pss, digest: .sha384)
        case .ps512: self.init(padding: .pss, digest: .sha512)
        case .es256, .es384, .es512, .edDSA: return nil
        }
    }

    private init(padding: RSA.Padding, digest: Digest) {
        self.padding = padding
        self.digest = digest
    }
}
