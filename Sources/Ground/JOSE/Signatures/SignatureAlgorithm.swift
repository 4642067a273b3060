// SPDX-License-Identifier: Apache-2.0

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
