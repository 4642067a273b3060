// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// Keys that are derived from one secret, each for its own purpose. RFC 5869
///
/// A key has at most 255 times the bytes of a digest. A longer one is a programming error, and traps.
package enum HKDF<H: HashFunction> {
    package static func deriveKey(
        inputKeyMaterial secret: SymmetricKey, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: secret, salt: Data(), info: info, outputByteCount: outputByteCount)
    }

    package static func deriveKey(
        inputKeyMaterial secret: SymmetricKey, salt: some DataProtocol, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
        let pseudoRandomKey = salt.withContiguousBytes { salt in
            secret.withUnsafeBytes { SymmetricKey(data: HMAC<H>.code(of: $0, using: salt)) }
        }
        return expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount)
    }

    /// Derives a key from a secret that is random already: the second step alone. §2.3, §3.3
    package static func expand(
        pseudoRandomKey: some ContiguousBytes, info: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
        precondition(outputByteCount <= 255 * H.Digest.byteCount, "RFC 5869 §2.3 allows 255 blocks.")
        return SymmetricKey(byteCount: outputByteCount) { output in
            pseudoRandomKey.withUnsafeBytes { key in
                info.withContiguousBytes { fill(output, key: key, info: $0) }
            }
        }
    }

    /// Writes the blocks T(1), T(2) and so on. §2.3
    private static func fill(
        _ output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer
    ) {
        let blockByteCount = H.Digest.byteCount
        // The input of HMAC: the previous block, which the first block lacks, then `info`, then the block's number.
        withUnsafeTemporaryAllocation(byteCount: blockByteCount + info.count + 1, alignment: 1) { input in
            defer { OPENSSL_cleanse(input.baseAddress, input.count) }
            UnsafeMutableRawBufferPointer(rebasing: input[blockByteCount...]).copyBytes(from: info)
            for (index, start) in stride(from: 0, to: output.count, by: blockByteCount).enumerated() {
                input[input.count - 1] = UInt8(index + 1)
                let used = UnsafeRawBufferPointer(rebasing: input[(index == 0 ? blockByteCount : 0)...])
                HMAC<H>.code(of: used, using: key).withUnsafeBytes { block in
                    input.copyMemory(from: block)
                    let end = min(start + blockByteCount, output.count)
                    UnsafeMutableRawBufferPointer(rebasing: output[start..<end])
                        .copyBytes(from: block.prefix(end - start))
                }
            }
        }
    }
}
#endif
