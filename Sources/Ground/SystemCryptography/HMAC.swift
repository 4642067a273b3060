// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// Codes that only a holder of the key can make. RFC 2104
package enum HMAC<H: HashFunction> {
    package typealias MAC = HashedAuthenticationCode<H>

    /// The code of data.
    package static func authenticationCode(for data: some DataProtocol, using key: SymmetricKey) -> MAC {
        MAC(digest: data.withContiguousBytes { data in key.withUnsafeBytes { code(of: data, using: $0) } })
    }

    static func code(of data: UnsafeRawBufferPointer, using key: UnsafeRawBufferPointer) -> H.Digest {
        H.Digest { digest in
            let isDone = tessera_hmac(
                H.implementation.algorithm.pointer, H.blockByteCount, key.baseAddress, key.count, data.baseAddress,
                data.count, digest.baseAddress)
            precondition(isDone == 1, "a digest always succeeds")
        }
    }
}

/// A code of ``HMAC``.
package struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Hashable, Sendable, Sequence {
    private let digest: H.Digest

    init(digest: H.Digest) { self.digest = digest }

    /// The number of bytes.
    package var byteCount: Int { H.Digest.byteCount }
    /// The bytes one after the other.
    package func makeIterator() -> Array<UInt8>.Iterator { Array(digest).makeIterator() }
    /// Calls a function with the bytes.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try digest.withUnsafeBytes(body)
    }
}

/// Keys that are derived from one secret, each for its own purpose. RFC 5869
package enum HKDF<H: HashFunction> {
    /// Derives a key from a secret.
    package static func deriveKey(
        inputKeyMaterial secret: SymmetricKey, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: secret, salt: Data(), info: info, outputByteCount: outputByteCount)
    }

    /// Derives a key from a secret and a salt.
    package static func deriveKey(
        inputKeyMaterial secret: SymmetricKey, salt: some DataProtocol, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
        let pseudoRandomKey = Array(salt).withUnsafeBytes { salt in
            secret.withUnsafeBytes { SymmetricKey(data: HMAC<H>.code(of: $0, using: salt)) }
        }
        return expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount)
    }

    /// The second step alone, for a secret that is random already. §3.3
    package static func expand(
        pseudoRandomKey: some ContiguousBytes, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
        precondition(outputByteCount <= 255 * H.Digest.byteCount, "§2.3")
        let (info, step) = (Array(info), H.Digest.byteCount)
        return SymmetricKey(byteCount: outputByteCount) { output in
            // A block, the text and the number of the next block
            withUnsafeTemporaryAllocation(byteCount: step + info.count + 1, alignment: 1) { input in
                defer { OPENSSL_cleanse(input.baseAddress, input.count) }
                UnsafeMutableRawBufferPointer(rebasing: input[step...]).copyBytes(from: info)
                for (number, start) in stride(from: 0, to: outputByteCount, by: step).enumerated() {
                    input[input.count - 1] = UInt8(number + 1)
                    let text = UnsafeRawBufferPointer(rebasing: input[(number == 0 ? step : 0)...])
                    let block = pseudoRandomKey.withUnsafeBytes { HMAC<H>.code(of: text, using: $0) }
                    block.withUnsafeBytes { block in
                        input.copyMemory(from: block)
                        let part = output[start..<min(start + step, outputByteCount)]
                        UnsafeMutableRawBufferPointer(rebasing: part).copyBytes(from: block.prefix(part.count))
                    }
                }
            }
        }
    }
}
