// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

/// A curve of NIST. FIPS 186-5, SP 800-186 §3.2.1
package protocol NISTCurve: Sendable {
    associatedtype Hash: HashFunction
    static var parameters: CurveParameters { get }
}

package enum P256: NISTCurve {
    package typealias Hash = SHA256
    package typealias Signing = ECDSA<P256>
    package static let parameters = CurveParameters("P-256", byteCount: 32)
}

package enum P384: NISTCurve {
    package typealias Hash = SHA384
    package typealias Signing = ECDSA<P384>
    package static let parameters = CurveParameters("P-384", byteCount: 48)
}

package enum P521: NISTCurve {
    package typealias Hash = SHA512
    package typealias Signing = ECDSA<P521>
    package static let parameters = CurveParameters("P-521", byteCount: 66)
}

package struct CurveParameters: Sendable {
    let name: String
    let byteCount: Int
    /// A key with only its curve, of which public keys are copies.
    let keyWithoutPoint: PermanentHandle

    init(_ name: String, byteCount: Int) {
        self.name = name
        self.byteCount = byteCount
        keyWithoutPoint = required(name, PermanentHandle(tessera_ec_parameters(name)))
    }
}
#endif
