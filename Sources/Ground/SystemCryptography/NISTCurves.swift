// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// A curve of NIST. FIPS 186-5, SP 800-186
package protocol NISTCurve: Sendable {
    /// The hash function of the curve's signatures over data.
    associatedtype Hash: HashFunction
    /// What OpenSSL needs to know.
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
    let nid: Int32
    /// Bytes of a coordinate, of a private number, and of either half of a signature.
    let byteCount: Int
    /// A key with the curve alone, of which public keys are copies.
    let keyless: Fixed

    init(_ name: String, _ nid: Int32, byteCount: Int) {
        (self.name, self.nid, self.byteCount) = (name, nid, byteCount)
        keyless = Fixed(required: name) { tessera_ec_parameters(name) }
    }
}

/// Signatures on a curve of NIST.
package enum ECDSA<Curve: NISTCurve> {
    fileprivate static var byteCount: Int { Curve.parameters.byteCount }

    /// The two numbers of a signature.
    package struct ECDSASignature: Sendable {
        /// The numbers one after the other, each with leading zeros. RFC 7518 §3.4
        package let rawRepresentation: Data

        /// Reads the numbers.
        ///
        /// - Throws: ``CryptographyError`` (`invalidSize`).
        package init(rawRepresentation: some DataProtocol) throws(CryptographyError) {
            guard rawRepresentation.count == 2 * byteCount else { throw .invalidSize }
            self.rawRepresentation = Data(rawRepresentation)
        }
    }

    /// A point of the curve, which checks signatures.
    package struct PublicKey: Sendable {
        private let key: KeyHandle
        /// The point without compression: the byte 4 and both coordinates. SEC 1 §2.3.3
        package let x963Representation: Data

        fileprivate init(key: KeyHandle, x963Representation: Data) {
            (self.key, self.x963Representation) = (key, x963Representation)
        }

        /// Reads a point without compression.
        ///
        /// - Throws: ``CryptographyError`` (`invalidKey`, also for a point that does not lie on the curve).
        package init(x963Representation: some ContiguousBytes) throws(CryptographyError) {
            let point = x963Representation.withUnsafeBytes { Data($0) }
            guard point.count == 1 + 2 * byteCount,
                let key = KeyHandle(
                    point.withUnsafeBytes { point in
                        tessera_ec_public(Curve.parameters.keyless.pointer, point.baseAddress, point.count)
                    })
            else { throw .invalidKey }
            self.init(key: key, x963Representation: point)
        }

        /// Reads both coordinates, one after the other.
        ///
        /// - Throws: ``CryptographyError`` as ``init(x963Representation:)``.
        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            try self.init(x963Representation: rawRepresentation.withUnsafeBytes { Data([4]) + $0 })
        }

        /// Both coordinates, one after the other.
        package var rawRepresentation: Data { Data(x963Representation.dropFirst()) }

        /// Whether this key's owner signed a digest.
        package func isValidSignature(_ signature: ECDSASignature, for digest: some Digest) -> Bool {
            signature.rawRepresentation.withUnsafeBytes { signature in
                digest.withUnsafeBytes { digest in
                    tessera_ecdsa_verify(
                        key.pointer, digest.baseAddress, digest.count, signature.baseAddress, byteCount) == 1
                }
            }
        }

        /// Whether this key's owner signed data.
        package func isValidSignature(_ signature: ECDSASignature, for data: some DataProtocol) -> Bool {
            isValidSignature(signature, for: Curve.Hash.hash(data: data))
        }
    }

    /// A secret number, which signs.
    package struct PrivateKey: Sendable {
        private let key: KeyHandle
        /// The key that checks this key's signatures.
        package let publicKey: PublicKey

        /// Makes a new key.
        package init() {
            Runtime.prepare()
            guard let key = KeyHandle(tessera_ec_generate(Curve.parameters.name)) else {
                fatalError("OpenSSL makes no key on \(Curve.parameters.name).")
            }
            self.init(key)
        }

        /// Reads the secret number, with leading zeros.
        ///
        /// - Throws: ``CryptographyError`` (`invalidKey` for zero and for a number that is too large).
        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            let parameters = Curve.parameters
            let key = rawRepresentation.withUnsafeBytes { number in
                number.count == parameters.byteCount
                    ? KeyHandle(tessera_ec_private(parameters.name, parameters.nid, number.baseAddress, number.count))
                    : nil
            }
            guard let key else { throw .invalidKey }
            self.init(key)
        }

        private init(_ key: KeyHandle) {
            self.key = key
            var point = Data(count: 1 + 2 * byteCount)
            let count = point.withUnsafeMutableBytes { tessera_ec_point(key.pointer, $0.baseAddress, $0.count) }
            precondition(count == point.count, "a private key has its point")
            publicKey = PublicKey(key: key, x963Representation: point)
        }

        /// The secret number, with leading zeros.
        package var rawRepresentation: Data {
            var number = Data(count: byteCount)
            let isDone = number.withUnsafeMutableBytes { tessera_ec_number(key.pointer, $0.baseAddress, $0.count) }
            precondition(isDone == 1, "a private key has its number")
            return number
        }

        /// Signs a digest.
        ///
        /// - Throws: ``CryptographyError`` (`unavailable`).
        package func signature(for digest: some Digest) throws(CryptographyError) -> ECDSASignature {
            var raw = Data(count: 2 * byteCount)
            let isDone = raw.withUnsafeMutableBytes { raw in
                digest.withUnsafeBytes { digest in
                    tessera_ecdsa_sign(key.pointer, digest.baseAddress, digest.count, raw.baseAddress, byteCount)
                }
            }
            guard isDone == 1 else { throw .unavailable }
            return try ECDSASignature(rawRepresentation: raw)
        }

        /// Signs data.
        ///
        /// - Throws: ``CryptographyError`` (`unavailable`).
        package func signature(for data: some DataProtocol) throws(CryptographyError) -> ECDSASignature {
            try signature(for: Curve.Hash.hash(data: data))
        }
    }
}
