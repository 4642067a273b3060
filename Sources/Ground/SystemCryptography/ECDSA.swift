// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// Signatures on a curve of NIST; CryptoKit's names of this type are `P256.Signing` and its like. FIPS 186-5 §6
package enum ECDSA<Curve: NISTCurve> {
    fileprivate static var byteCount: Int { Curve.parameters.byteCount }

    package struct ECDSASignature: Sendable {
        /// The numbers r and s one after the other, each with leading zeros. RFC 7518 §3.4
        package let rawRepresentation: Data

        /// The numbers are validated when the signature is verified.
        package init(rawRepresentation: some DataProtocol) throws(CryptographyError) {
            guard rawRepresentation.count == 2 * byteCount else { throw .invalidSize }
            self.rawRepresentation = Data(rawRepresentation)
        }
    }

    package struct PublicKey: Sendable {
        private let key: KeyHandle
        /// The uncompressed point: the byte 4 and both coordinates. SEC 1 §2.3.3
        package let x963Representation: Data

        fileprivate init(key: KeyHandle, x963Representation: Data) {
            self.key = key
            self.x963Representation = x963Representation
        }

        /// Refuses a point that is not on the curve, or at infinity.
        package init(x963Representation: some ContiguousBytes) throws(CryptographyError) {
            let point = x963Representation.withUnsafeBytes { Data($0) }
            guard point.count == 1 + 2 * byteCount else { throw .invalidKey }
            let key = point.withUnsafeBytes { point in
                KeyHandle(tessera_ec_public(Curve.parameters.keyWithoutPoint.pointer, point.baseAddress, point.count))
            }
            guard let key else { throw .invalidKey }
            self.init(key: key, x963Representation: point)
        }

        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            try self.init(x963Representation: rawRepresentation.withUnsafeBytes { Data([4]) + $0 })
        }

        /// Both coordinates, one after the other, each with leading zeros.
        package var rawRepresentation: Data { Data(x963Representation.dropFirst()) }

        package func isValidSignature(_ signature: ECDSASignature, for digest: some Digest) -> Bool {
            signature.rawRepresentation.withUnsafeBytes { signature in
                digest.withUnsafeBytes { digest in
                    tessera_ecdsa_verify(
                        key.pointer, digest.baseAddress, digest.count, signature.baseAddress, byteCount)
                }
            }
        }

        package func isValidSignature(_ signature: ECDSASignature, for data: some DataProtocol) -> Bool {
            isValidSignature(signature, for: Curve.Hash.hash(data: data))
        }
    }

    package struct PrivateKey: Sendable {
        private let key: KeyHandle
        package let publicKey: PublicKey

        package init() {
            self.init(required(Curve.parameters.name, KeyHandle(tessera_ec_generate(Curve.parameters.name))))
        }

        /// Refuses zero, and the curve's order and above; the number has leading zeros.
        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            let key = rawRepresentation.withUnsafeBytes { number in
                number.count == byteCount
                    ? KeyHandle(tessera_ec_private(Curve.parameters.name, number.baseAddress, number.count))
                    : nil
            }
            guard let key else { throw .invalidKey }
            self.init(key)
        }

        private init(_ key: KeyHandle) {
            self.key = key
            var point = Data(count: 1 + 2 * byteCount)
            let count = point.withUnsafeMutableBytes { tessera_ec_point(key.pointer, $0.baseAddress, $0.count) }
            precondition(count == point.count, "A private key has its point.")
            publicKey = PublicKey(key: key, x963Representation: point)
        }

        /// The secret number, with leading zeros.
        package var rawRepresentation: Data {
            var number = Data(count: byteCount)
            let isDone = number.withUnsafeMutableBytes { tessera_ec_number(key.pointer, $0.baseAddress, $0.count) }
            precondition(isDone, "A private key has its number.")
            return number
        }

        package func signature(for digest: some Digest) throws(CryptographyError) -> ECDSASignature {
            var signature = Data(count: 2 * byteCount)
            let isDone = signature.withUnsafeMutableBytes { signature in
                digest.withUnsafeBytes { digest in
                    tessera_ecdsa_sign(key.pointer, digest.baseAddress, digest.count, signature.baseAddress, byteCount)
                }
            }
            guard isDone else { throw .unavailable }
            return try ECDSASignature(rawRepresentation: signature)
        }

        package func signature(for data: some DataProtocol) throws(CryptographyError) -> ECDSASignature {
            try signature(for: Curve.Hash.hash(data: data))
        }
    }
}
#endif
