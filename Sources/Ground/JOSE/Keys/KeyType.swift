// SPDX-License-Identifier: Apache-2.0

/// The families of supported signing keys, by their `kty`.
///
/// RFC 7518 §6.1, RFC 8037 §2
package enum KeyType: String, CaseIterable, Hashable, Sendable {
    /// RSA, for `RS…` and `PS…`.
    case rsa = "RSA"
    /// The elliptic curves of NIST, for `ES…`.
    case ellipticCurve = "EC"
    /// Octet key pairs, for `EdDSA`.
    case octetKeyPair = "OKP"
}
