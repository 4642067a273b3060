// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

package enum KDF {
    /// A function whose time and memory make guessing a password expensive. RFC 7914
    package enum Scrypt {
        /// With a cost of 16,384 and blocks of 8 it takes tens of milliseconds and 16 MiB: call it off the cooperative
        /// pool.
        ///
        /// The cost `rounds` is a power of two from 2 on, and the memory 128 · `rounds` · `blockSize` bytes. The passes
        /// of `parallelism` run one after the other; their number times the block size is less than 2³⁰. Throws
        /// `invalidSize` also without enough memory. §2
        package static func deriveKey(
            from password: Data, salt: Data, outputByteCount: Int, rounds: Int, blockSize: Int, parallelism: Int
        ) throws(CryptographyError) -> SymmetricKey {
            guard outputByteCount > 0, let cost = UInt64(exactly: rounds), let blockSize = UInt64(exactly: blockSize),
                let parallelism = UInt64(exactly: parallelism)
            else { throw .invalidSize }
            return try SymmetricKey(byteCount: outputByteCount) { key throws(CryptographyError) in
                let isDone = password.withUnsafeBytes { password in
                    salt.withUnsafeBytes { salt in
                        tessera_scrypt(
                            password.baseAddress, password.count, salt.baseAddress, salt.count, cost, blockSize,
                            parallelism, key.baseAddress, key.count)
                    }
                }
                guard isDone else { throw .invalidSize }
            }
        }
    }
}
#endif
