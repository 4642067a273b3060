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
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .edDSA: .ed25519
        default: nil
        }
    }
}

extension SignatureAlgorithm {
    /// The left half of a text's hash; an ID token holds it for the access token or the code beside it.
    ///
    /// OpenID Connect Core §3.1.3.6, §3.3.2.11
    package func leftHalfHash(of text: String) -> String {
        digest(of: Data(text.utf8)).withUnsafeBytes { Base64URL.encode($0.prefix($0.count / 2)) }
    }

    /// The digest of data by the algorithm's hash function.
    ///
    /// EdDSA names none: Ed25519 hashes with SHA-512 (RFC 8032 §5.1), and providers use that.
    func digest(of data: some DataProtocol) -> any Digest {
        switch self {
        case .rs256, .ps256, .es256: SHA256.hash(data: data)
        case .rs384, .ps384, .es384: SHA384.hash(data: data)
        case .rs512, .ps512, .es512, .edDSA: SHA512.hash(data: data)
        }
    }

    /// The padding of RSA; algorithms of other keys have none.
    var padding: RSA.Padding? {
        switch self {
        case .rs256, .rs384, .rs512: .pkcs1v15
        case .ps256, .ps384, .ps512: .pss
        case .es256, .es384, .es512, .edDSA: nil
        }
    }
}
