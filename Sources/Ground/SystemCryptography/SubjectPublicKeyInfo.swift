// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

#if canImport(CryptoKit)
import CryptoKit
#endif

/// A public key in the form of certificates. RFC 5280 §4.1
package enum SubjectPublicKeyInfo: Sendable {
    /// The modulus and the exponent of an RSA key, big-endian without leading zeros.
    case rsa(n: [UInt8], e: [UInt8])
    /// An uncompressed point on P-256, P-384 or P-521: its length, 65, 97 or 133 bytes, names the curve. SEC 1 §2.3.3
    case point([UInt8])

    /// The numbers are validated when they become a key; a point must have the length of its curve.
    package init(der: some Sequence<UInt8>) throws(CryptographyError) {
        var reader = DER.Reader(der)
        do throws(DER.Invalid) {
            self = try reader.elements { (info) throws(DER.Invalid) in
                switch try KeyAlgorithm(reading: &info) {
                case .rsa: try Self.rsa(info.bitString())
                case .elliptic(let curve): try Self.point(info.bitString(), on: curve)
                }
            }
            guard reader.isAtEnd else { throw DER.Invalid() }
        } catch {
            throw .invalidKey
        }
    }

    /// Reads the numbers of an RSA key. RFC 3279 §2.3.1
    private static func rsa(_ content: ArraySlice<UInt8>) throws(DER.Invalid) -> SubjectPublicKeyInfo {
        var reader = DER.Reader(content)
        let key = try reader.elements { (key) throws(DER.Invalid) in
            SubjectPublicKeyInfo.rsa(n: try key.unsignedInteger(), e: try key.unsignedInteger())
        }
        guard reader.isAtEnd else { throw DER.Invalid() }
        return key
    }

    /// Reads a point. RFC 5480 §2.2
    private static func point(
        _ content: ArraySlice<UInt8>, on curve: KeyAlgorithm.Curve
    ) throws(DER.Invalid) -> SubjectPublicKeyInfo {
        guard content.first == 4, content.count == 1 + 2 * curve.byteCount else { throw DER.Invalid() }
        return .point(Array(content))
    }

    fileprivate static func encoded(_ algorithm: KeyAlgorithm, _ key: some Collection<UInt8>) -> [UInt8] {
        DER.sequence { info in
            algorithm.write(to: &info)
            info.bitString(key)
        }
    }

    /// The numbers of an RSA key as PKCS #1. RFC 8017 §A.1.1
    static func encoded(n: [UInt8], e: [UInt8]) -> [UInt8] {
        DER.sequence { key in
            key.unsignedInteger(n)
            key.unsignedInteger(e)
        }
    }
}

extension RSA.PublicKey {
    /// The key as in certificates and in `PUBLIC KEY` of PEM. RFC 3279 §2.3.1
    package var subjectPublicKeyInfo: [UInt8] {
        SubjectPublicKeyInfo.encoded(.rsa, SubjectPublicKeyInfo.encoded(n: n, e: e))
    }
}

extension P256.Signing.PublicKey {
    /// The key as in certificates and in `PUBLIC KEY` of PEM. RFC 5480 §2
    package var subjectPublicKeyInfo: [UInt8] { SubjectPublicKeyInfo.encoded(.elliptic(.p256), x963Representation) }
}
