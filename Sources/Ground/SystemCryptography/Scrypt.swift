// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// Keys from passwords.
package enum KDF {
    /// RFC 7914
    package enum Scrypt {
        /// Derives a key; it takes the time and the memory that its cost asks for.
        ///
        /// - Throws: ``CryptographyError`` for a cost that OpenSSL refuses.
        package static func deriveKey(
            from password: Data, salt: Data, outputByteCount: Int, rounds: Int, blockSize: Int, parallelism: Int
        ) throws(CryptographyError) -> SymmetricKey {
            let memory = UInt64(128 * blockSize * (rounds + parallelism + 2)) + 1 << 20
            var output = [UInt8](repeating: 0, count: outputByteCount)
            let (password, salt) = (Array(password), Array(salt))
            let code = password.withUnsafeBytes { password in
                salt.withUnsafeBytes { salt in
                    EVP_PBE_scrypt(
                        password.baseAddress, password.count, salt.baseAddress, salt.count, UInt64(rounds),
                        UInt64(blockSize), UInt64(parallelism), memory, &output, outputByteCount)
                }
            }
            guard code == 1 else { throw CryptographyError.invalidSize }
            return SymmetricKey(data: output)
        }
    }
}
