// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// A function that computes a digest of bytes, all at once. FIPS 180-4
package protocol HashFunction: Sendable {
    associatedtype Digest: SystemCryptography.Digest
    static var implementation: HashImplementation { get }
}

extension HashFunction {
    package static func hash(data: some DataProtocol) -> Digest {
        data.withContiguousBytes { bytes in Digest { implementation.hash(bytes, into: $0) } }
    }
}

/// A hash function of OpenSSL, looked up once per process.
package struct HashImplementation: Sendable {
    let algorithm: PermanentHandle

    init(_ name: String) { algorithm = required(name, PermanentHandle(EVP_MD_fetch(nil, name, nil))) }

    func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        let code = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm.pointer, nil)
        precondition(code == 1, "OpenSSL hashes any bytes.")
    }
}
#endif
