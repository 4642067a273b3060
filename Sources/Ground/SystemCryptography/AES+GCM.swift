// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// The Advanced Encryption Standard with keys of 256 bits.
package enum AES {
    /// Encryption that shows each change. NIST SP 800-38D
    package enum GCM {}
}

extension AES.GCM {
    private static let cipher = Fixed { EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) }
    private static let nonceByteCount = 12
    private static let tagByteCount = 16

    /// A number that no other content sealed with the same key has.
    package struct Nonce: ContiguousBytes, Sendable, Sequence {
        fileprivate let bytes: Data

        fileprivate init(bytes: Data) { self.bytes = bytes }

        /// Makes a random nonce.
        package init() {
            var bytes = Data(count: nonceByteCount)
            bytes.withUnsafeMutableBytes { $0.fillRandomly() }
            self.bytes = bytes
        }

        /// Takes over 12 bytes.
        ///
        /// - Throws: ``CryptographyError`` (`invalidSize`).
        package init(data: some DataProtocol) throws(CryptographyError) {
            guard data.count == nonceByteCount else { throw .invalidSize }
            bytes = Data(data)
        }

        /// The bytes one after the other.
        package func makeIterator() -> Data.Iterator { bytes.makeIterator() }
        /// Calls a function with the bytes.
        package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            try bytes.withUnsafeBytes(body)
        }
    }

    /// A sealed content: nonce, ciphertext and tag.
    package struct SealedBox: Sendable {
        fileprivate let whole: Data

        fileprivate init(whole: Data) { self.whole = whole }

        /// Reads nonce, ciphertext and tag, one after the other.
        ///
        /// - Throws: ``CryptographyError`` (`invalidSize`).
        package init(combined: some DataProtocol) throws(CryptographyError) {
            guard combined.count >= nonceByteCount + tagByteCount else { throw .invalidSize }
            whole = Data(combined)
        }

        /// Nonce, ciphertext and tag, one after the other; never `nil` here, but CryptoKit has longer nonces.
        package var combined: Data? { whole }
        /// The nonce.
        package var nonce: Nonce { Nonce(bytes: whole.prefix(nonceByteCount)) }
        /// The ciphertext, as long as the content.
        package var ciphertext: Data { whole.dropFirst(nonceByteCount).dropLast(tagByteCount) }
        /// The tag.
        package var tag: Data { whole.suffix(tagByteCount) }
    }

    /// Seals content.
    ///
    /// - Throws: ``CryptographyError`` (`invalidSize` for a key of another size, `unavailable`).
    package static func seal(
        _ content: some DataProtocol, using key: SymmetricKey, nonce: Nonce = Nonce()
    ) throws(CryptographyError) -> SealedBox { try seal(content, using: key, nonce: nonce, authenticating: Data()) }

    /// Seals content together with data that must be the same when it is opened.
    ///
    /// - Throws: ``CryptographyError`` (`invalidSize` for a key of another size, `unavailable`).
    package static func seal(
        _ content: some DataProtocol, using key: SymmetricKey, nonce: Nonce = Nonce(),
        authenticating data: some DataProtocol
    ) throws(CryptographyError) -> SealedBox {
        let cipher = try cipher(for: key)
        var whole = Data(count: nonceByteCount + content.count + tagByteCount)
        let isDone = whole.withUnsafeMutableBytes { whole in
            whole.copyBytes(from: nonce.bytes)
            let output = UnsafeMutableRawBufferPointer(rebasing: whole[nonceByteCount...])
            return content.withContiguousBytes { content in
                run(cipher, seals: true, key, nonce.bytes, data, content, output, output.suffix(tagByteCount))
            }
        }
        guard isDone else { throw .unavailable }
        return SealedBox(whole: whole)
    }

    /// Opens sealed content.
    ///
    /// - Throws: ``CryptographyError`` (`authenticationFailure`, `invalidSize` for a key of another size, `unavailable`).
    package static func open(_ box: SealedBox, using key: SymmetricKey) throws(CryptographyError) -> Data {
        try open(box, using: key, authenticating: Data())
    }

    /// Opens content that was sealed together with data.
    ///
    /// - Throws: ``CryptographyError`` (`authenticationFailure`, `invalidSize` for a key of another size, `unavailable`).
    package static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating data: some DataProtocol
    ) throws(CryptographyError) -> Data {
        let (cipher, sealed, nonce) = (try cipher(for: key), box.ciphertext, box.nonce.bytes)
        // OpenSSL writes the content before it judges the tag; ours is cleared if the tag is wrong.
        var (content, tag) = (Data(count: sealed.count), box.tag)
        let isDone = content.withUnsafeMutableBytes { content in
            tag.withUnsafeMutableBytes { tag in
                sealed.withUnsafeBytes { run(cipher, seals: false, key, nonce, data, $0, content, tag[...]) }
            }
        }
        guard isDone else { throw .authenticationFailure }
        return content
    }

    private static func cipher(for key: SymmetricKey) throws(CryptographyError) -> Fixed {
        guard key.bitCount == 256 else { throw .invalidSize }
        guard let cipher else { throw .unavailable }
        return cipher
    }

    private static func run(
        _ cipher: Fixed, seals: Bool, _ key: SymmetricKey, _ nonce: Data, _ data: some DataProtocol,
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer,
        _ tag: Slice<UnsafeMutableRawBufferPointer>
    ) -> Bool {
        let tag = UnsafeMutableRawBufferPointer(rebasing: tag)
        return key.withUnsafeBytes { key in
            nonce.withUnsafeBytes { nonce in
                data.withContiguousBytes { data in
                    tessera_gcm(
                        cipher.pointer, seals ? 1 : 0, key.baseAddress, nonce.baseAddress, data.baseAddress, data.count,
                        input.baseAddress, input.count, output.baseAddress, tag.baseAddress) == 1
                }
            }
        }
    }
}
