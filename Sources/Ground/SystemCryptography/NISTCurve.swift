// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

/// A curve of NIST. FIPS 186-5, SP 800-186 §3.2.1
package protocol NISTCurve: Sendable {
    /// The hash function of the curve's signatures of data.
    associatedtype Hash: HashFunction
    /// The curve as OpenSSL knows it.
    static var parameters: CurveParameters { get }
}

/// The curve P-256, for `ES256`.
package enum P256: NISTCurve {
    package typealias Hash = SHA256
    package typealias Signing = ECDSA<P256>
    package static let parameters = CurveParameters("P-256", NID_X9_62_prime256v1, byteCount: 32)
}

/// The curve P-384, for `ES384`.
package enum P384: NISTCurve {
    package typealias Hash = SHA384
    package typealias Signing = ECDSA<P384>
    package static let parameters = CurveParameters("P-384", NID_secp384r1, byteCount: 48)
}

/// The curve P-521, for `ES512`.
package enum P521: NISTCurve {
    package typealias Hash = SHA512
    package typealias Signing = ECDSA<P521>
    package static let parameters = CurveParameters("P-521", NID_secp521r1, byteCount: 66)
}

/// A curve as OpenSSL knows it.
package struct CurveParameters: Sendable {
    let name: String
    /// OpenSSL's number of the curve.
    let nid: Int32
    /// The bytes of a coordinate, of a private number, and of either half of a signature.
    let byteCount: Int
    /// A key with the curve alone, of which public keys are copies.
    let keyWithoutPoint: PermanentHandle

    init(_ name: String, _ nid: Int32, byteCount: Int) {
        self.name = name
        self.nid = nid
        self.byteCount = byteCount
        keyWithoutPoint = PermanentHandle(required: name, tessera_ec_parameters(name))
    }
}
#endif
