// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// The Advanced Encryption Standard, with keys of 256 bits. FIPS 197
package enum AES {
    /// Authenticated encryption: opening detects each change. NIST SP 800-38D
    package enum GCM {}
}

extension AES.GCM {
    fileprivate static let nonceByteCount = 12
    fileprivate static let tagByteCount = 16
    private static let cipher = PermanentHandle(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))

    /// Seals content together with data that must be the same when it is opened.
    ///
    /// Never use a nonce twice with one key: that reveals both plaintexts. The default is random, which is safe for 2³²
    /// plaintexts. NIST SP 800-38D §8.3
    ///
    /// Throws `invalidSize` for a key of other than 256 bits, and for 2 GiB or more.
    package static func seal(
        _ content: some DataProtocol, using key: SymmetricKey, nonce: Nonce = Nonce(),
        authenticating data: some DataProtocol
    ) throws(CryptographyError) -> SealedBox {
        let cipher = try cipher(for: key, content: content.count, data: data.count)
        var combined = Data(count: nonceByteCount + content.count + tagByteCount)
        let code = combined.withUnsafeMutableBytes { combined in
            combined.copyBytes(from: nonce.bytes)
            let output = combined.baseAddress?.advanced(by: nonceByteCount)
            let tag = output?.advanced(by: content.count)
            return content.withContiguousBytes { content in
                run(cipher, seals: true, key: key, nonce: nonce, data: data, input: content, output: output, tag: tag)
            }
        }
        guard code == 1 else { throw .unavailable }
        return SealedBox(combinedBytes: combined)
    }

    /// Throws `authenticationFailure`, or as ``seal(_:using:nonce:authenticating:)``.
    package static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating data: some DataProtocol
    ) throws(CryptographyError) -> Data {
        let ciphertext = box.ciphertext
        let cipher = try cipher(for: key, content: ciphertext.count, data: data.count)
        var content = Data(count: ciphertext.count)
        var tag = box.tag
        let code = content.withUnsafeMutableBytes { content in
            let output = content.baseAddress
            return tag.withUnsafeMutableBytes { tag in
                ciphertext.withUnsafeBytes { input in
                    run(
                        cipher, seals: false, key: key, nonce: box.nonce, data: data, input: input, output: output,
                        tag: tag.baseAddress)
                }
            }
        }
        // Without memory, the content may be valid: a caller must not consider it changed.
        guard code == 1 else { throw code == 0 ? .authenticationFailure : .unavailable }
        return content
    }

    private static func cipher(
        for key: SymmetricKey, content: Int, data: Int
    ) throws(CryptographyError) -> PermanentHandle {
        guard key.bitCount == 256, max(content, data) <= Int(Int32.max) else { throw .invalidSize }
        guard let cipher else { throw .unavailable }
        return cipher
    }

    private static func run(
        _ cipher: PermanentHandle, seals: Bool, key: SymmetricKey, nonce: Nonce, data: some DataProtocol,
        input: UnsafeRawBufferPointer, output: UnsafeMutableRawPointer?, tag: UnsafeMutableRawPointer?
    ) -> Int32 {
        key.withUnsafeBytes { key in
            nonce.withUnsafeBytes { nonce in
                data.withContiguousBytes { data in
                    tessera_aes_gcm(
                        cipher.pointer, seals, key.baseAddress, nonce.baseAddress, data.baseAddress, data.count,
                        input.baseAddress, input.count, output, tag)
                }
            }
        }
    }

    /// A number of 12 bytes that must be unique for each use of a key.
    package struct Nonce: ContiguousBytes, Sendable, Sequence {
        fileprivate let bytes: Data

        fileprivate init(bytes: Data) { self.bytes = bytes }

        package init() {
            var bytes = Data(count: nonceByteCount)
            bytes.withUnsafeMutableBytes { $0.fillRandomly() }
            self.bytes = bytes
        }

        package init(data: some DataProtocol) throws(CryptographyError) {
            guard data.count == nonceByteCount else { throw .invalidSize }
            bytes = Data(data)
        }

        package func makeIterator() -> Data.Iterator { bytes.makeIterator() }

        package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            try bytes.withUnsafeBytes(body)
        }
    }

    package struct SealedBox: Sendable {
        private let bytes: Data

        fileprivate init(combinedBytes: Data) { bytes = combinedBytes }

        package init(combined: some DataProtocol) throws(CryptographyError) {
            guard combined.count >= nonceByteCount + tagByteCount else { throw .invalidSize }
            bytes = Data(combined)
        }

        /// Nonce, ciphertext and tag, one after the other; `nil` only in CryptoKit, for a nonce of another length.
        package var combined: Data? { bytes }

        package var nonce: Nonce { Nonce(bytes: bytes.prefix(nonceByteCount)) }

        package var ciphertext: Data { bytes.dropFirst(nonceByteCount).dropLast(tagByteCount) }

        package var tag: Data { bytes.suffix(tagByteCount) }
    }
}
#endif
