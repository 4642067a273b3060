// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// Message authentication codes, which only a holder of the key can make. RFC 2104
package enum HMAC<H: HashFunction> {
    package typealias MAC = HashedAuthenticationCode<H>

    package static func authenticationCode(for data: some DataProtocol, using key: SymmetricKey) -> MAC {
        MAC(digest: data.withContiguousBytes { data in key.withUnsafeBytes { code(of: data, using: $0) } })
    }

    static func code(of data: UnsafeRawBufferPointer, using key: UnsafeRawBufferPointer) -> H.Digest {
        H.Digest { digest in
            let isDone = tessera_hmac(
                H.implementation.algorithm.pointer, key.baseAddress, key.count, data.baseAddress, data.count,
                digest.baseAddress)
            precondition(isDone, "OpenSSL hashes any bytes.")
        }
    }
}

/// A code of ``HMAC``, compared in constant time.
package struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Hashable, Sendable, Sequence {
    private let digest: H.Digest

    init(digest: H.Digest) { self.digest = digest }

    package func makeIterator() -> Array<UInt8>.Iterator { Array(digest).makeIterator() }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try digest.withUnsafeBytes(body)
    }
}
#endif
