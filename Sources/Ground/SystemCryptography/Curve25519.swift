// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// The Edwards curve 25519, for `EdDSA`. RFC 8032
package enum Curve25519 {
    package enum Signing {}
}

extension Curve25519.Signing {
    private static let keyByteCount = 32
    private static let signatureByteCount = 64

    package struct PublicKey: Sendable {
        private let key: KeyHandle
        package let rawRepresentation: Data

        /// Refuses a point of small order, whose signatures can be forged.
        ///
        /// Accepts bytes that encode no point; no signature is valid for them.
        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            let point = rawRepresentation.withUnsafeBytes { Data($0) }
            guard point.count == keyByteCount,
                let key = point.withUnsafeBytes({ KeyHandle(tessera_ed25519_public($0.baseAddress)) })
            else { throw .invalidKey }
            self.key = key
            self.rawRepresentation = point
        }

        fileprivate init(of key: KeyHandle) {
            self.key = key
            var point = Data(count: keyByteCount)
            let isDone = point.withUnsafeMutableBytes { tessera_ed25519_point(key.pointer, $0.baseAddress) }
            precondition(isDone, "A private key has its point.")
            rawRepresentation = point
        }

        package func isValidSignature(_ signature: some DataProtocol, for data: some DataProtocol) -> Bool {
            guard signature.count == signatureByteCount else { return false }
            return signature.withContiguousBytes { signature in
                data.withContiguousBytes { data in
                    tessera_ed25519_verify(key.pointer, data.baseAddress, data.count, signature.baseAddress)
                }
            }
        }
    }

    package struct PrivateKey: Sendable {
        private let key: KeyHandle
        private let seed: SymmetricKey
        package let publicKey: PublicKey

        package init() { self = required("Ed25519", PrivateKey(seed: SymmetricKey(size: .bits256))) }

        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            guard let key = PrivateKey(seed: SymmetricKey(data: rawRepresentation)) else { throw .invalidKey }
            self = key
        }

        private init?(seed: SymmetricKey) {
            guard seed.bitCount == 8 * keyByteCount,
                let key = seed.withUnsafeBytes({ KeyHandle(tessera_ed25519_private($0.baseAddress)) })
            else { return nil }
            self.key = key
            self.seed = seed
            publicKey = PublicKey(of: key)
        }

        /// The seed: a secret.
        package var rawRepresentation: Data { seed.withUnsafeBytes { Data($0) } }

        package func signature(for data: some DataProtocol) throws(CryptographyError) -> Data {
            var signature = Data(count: signatureByteCount)
            let isDone = signature.withUnsafeMutableBytes { signature in
                data.withContiguousBytes { data in
                    tessera_ed25519_sign(key.pointer, data.baseAddress, data.count, signature.baseAddress)
                }
            }
            guard isDone else { throw .unavailable }
            return signature
        }
    }
}
#endif
