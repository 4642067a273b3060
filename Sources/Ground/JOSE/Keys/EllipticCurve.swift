// SPDX-License-Identifier: Apache-2.0

/// The curves of supported signing keys, by their `crv`.
///
/// RFC 7518 §6.2.1.1, RFC 8037 §2
package enum EllipticCurve: String, CaseIterable, Hashable, Sendable {
    /// NIST P-256, for `ES256`.
    case p256 = "P-256"
    /// NIST P-384, for `ES384`.
    case p384 = "P-384"
    /// NIST P-521, for `ES512`.
    case p521 = "P-521"
    /// Edwards curve 25519, for `EdDSA`.
    case ed25519 = "Ed25519"

    /// The type of the keys that lie on this curve.
    package var keyType: KeyType { self == .ed25519 ? .octetKeyPair : .ellipticCurve }

    /// Bytes in a coordinate and in a private scalar, leading zeros included.
    var coordinateByteCount: Int {
        switch self {
        case .p256, .ed25519: 32
        case .p384: 48
        case .p521: 66
        }
    }
}
