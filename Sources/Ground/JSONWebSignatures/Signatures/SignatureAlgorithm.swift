// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// The algorithms that may sign tokens, by their `alg`.
///
/// All are asymmetric. `none` and the shared-secret algorithms `HS…` have no case: a header that names them is refused,
/// and no set of accepted algorithms can contain them. RFC 7518 §3.1, RFC 8037 §3.1
package enum SignatureAlgorithm: String, CaseIterable, Hashable, Sendable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
    /// EdDSA; here on Ed25519 only.
    case edDSA = "EdDSA"

    package var keyType: KeyType { curve?.keyType ?? .rsa }

    package var curve: EllipticCurve? {
        switch self {
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .edDSA: .ed25519
        default: nil
        }
    }

    /// The value of `at_hash` or `c_hash`: the left half of a text's hash. OpenID Connect Core §3.1.3.6, §3.3.2.11
    package func leftHalfHash(of text: String) -> String {
        digest(of: Data(text.utf8)).withUnsafeBytes { Base64URL.encode($0.prefix($0.count / 2)) }
    }

    /// EdDSA names no hash function: Ed25519 hashes with SHA-512 (RFC 8032 §5.1), and providers use that.
    func digest(of data: some DataProtocol) -> any Digest {
        switch self {
        case .rs256, .ps256, .es256: SHA256.hash(data: data)
        case .rs384, .ps384, .es384: SHA384.hash(data: data)
        case .rs512, .ps512, .es512, .edDSA: SHA512.hash(data: data)
        }
    }

    var padding: RSA.Padding? {
        switch self {
        case .rs256, .rs384, .rs512: .pkcs1v15
        case .ps256, .ps384, .ps512: .pss
        case .es256, .es384, .es512, .edDSA: nil
        }
    }
}
