// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// The Edwards curve 25519, for `EdDSA`. RFC 8032
package enum Curve25519 {
    /// Signatures: Ed25519.
    package enum Signing {}
}

extension Curve25519.Signing {
    fileprivate static func makeKey(_ bytes: UnsafeRawBufferPointer, isPrivate: Bool) -> KeyHandle? {
        Runtime.prepare()
        guard bytes.count == 32 else { return nil }
        return KeyHandle(tessera_ed25519(bytes.baseAddress, isPrivate ? 1 : 0))
    }

    /// A key that checks signatures.
    package struct PublicKey: Sendable {
        private let key: KeyHandle
        /// The 32 bytes of the key.
        package let rawRepresentation: Data

        /// Takes over 32 bytes. Not all are a point; no signature is valid for the others.
        ///
        /// - Throws: ``CryptographyError`` (`invalidKey` for another number of bytes).
        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            let found = rawRepresentation.withUnsafeBytes { bytes in
                makeKey(bytes, isPrivate: false).map { ($0, Data(bytes)) }
            }
            guard let found else { throw .invalidKey }
            (key, self.rawRepresentation) = found
        }

        fileprivate init(of key: KeyHandle) {
            self.key = key
            var bytes = Data(count: 32)
            let isDone = bytes.withUnsafeMutableBytes { bytes in
                var count = bytes.count
                return EVP_PKEY_get_raw_public_key(key.pointer, bytes.baseAddress, &count)
            }
            precondition(isDone == 1, "a private key has its public key")
            rawRepresentation = bytes
        }

        /// Whether this key's owner signed data.
        package func isValidSignature(_ signature: some DataProtocol, for data: some DataProtocol) -> Bool {
            guard signature.count == 64 else { return false }
            return signature.withContiguousBytes { signature in
                data.withContiguousBytes { data in
                    tessera_ed25519_verify(key.pointer, data.baseAddress, data.count, signature.baseAddress) == 1
                }
            }
        }
    }

    /// A secret seed, which signs.
    package struct PrivateKey: Sendable {
        private let key: KeyHandle
        private let seed: SymmetricKey
        /// The key that checks this key's signatures.
        package let publicKey: PublicKey

        /// Makes a new key.
        package init() {
            let seed = SymmetricKey(size: .bits256)
            guard let key = seed.withUnsafeBytes({ makeKey($0, isPrivate: true) }) else {
                fatalError("OpenSSL makes no key on Ed25519.")
            }
            self.init(key, seed)
        }

        /// Takes over a seed of 32 bytes.
        ///
        /// - Throws: ``CryptographyError`` (`invalidKey` for another number of bytes).
        package init(rawRepresentation: some ContiguousBytes) throws(CryptographyError) {
            let seed = SymmetricKey(data: rawRepresentation)
            guard let key = seed.withUnsafeBytes({ makeKey($0, isPrivate: true) }) else { throw .invalidKey }
            self.init(key, seed)
        }

        private init(_ key: KeyHandle, _ seed: SymmetricKey) {
            (self.key, self.seed, publicKey) = (key, seed, PublicKey(of: key))
        }

        /// The seed.
        package var rawRepresentation: Data { seed.withUnsafeBytes { Data($0) } }

        /// Signs data.
        ///
        /// - Throws: ``CryptographyError`` (`unavailable`).
        package func signature(for data: some DataProtocol) throws(CryptographyError) -> Data {
            var signature = Data(count: 64)
            let isDone = signature.withUnsafeMutableBytes { signature in
                data.withContiguousBytes { data in
                    tessera_ed25519_sign(key.pointer, data.baseAddress, data.count, signature.baseAddress)
                }
            }
            guard isDone == 1 else { throw .unavailable }
            return signature
        }
    }
}
