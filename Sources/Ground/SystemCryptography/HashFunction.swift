// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import Foundation

/// A function that makes a digest of bytes. FIPS 180-4
package protocol HashFunction: Sendable {
    /// The result.
    associatedtype Digest: SystemCryptography.Digest
    /// OpenSSL's function.
    static var implementation: HashImplementation { get }
    /// The state after all bytes so far.
    var state: HashState { get set }
    /// Creates a function without input.
    init()
}

extension HashFunction {
    /// Returns the digest of data.
    package static func hash(data: some DataProtocol) -> Digest {
        data.withContiguousBytes { bytes in Digest { implementation.hash(bytes, into: $0) } }
    }

    /// Adds data to what is hashed.
    package mutating func update(data: some DataProtocol) { data.withContiguousBytes { state.update($0) } }

    /// Adds bytes to what is hashed.
    package mutating func update(bufferPointer: UnsafeRawBufferPointer) { state.update(bufferPointer) }

    /// Returns the digest of all bytes so far; more can be added afterwards.
    package func finalize() -> Digest { Digest { state.finish(into: $0) } }
}

/// A hash function of OpenSSL, looked up once per process.
package struct HashImplementation: Sendable {
    let algorithm: PermanentHandle

    init(_ name: String) {
        algorithm = PermanentHandle(required: name, EVP_MD_fetch(nil, name, nil))
    }

    func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        let code = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm.pointer, nil)
        precondition(code == 1, "OpenSSL hashes any bytes.")
    }
}

/// An unfinished digest; copies continue independently.
package struct HashState: Sendable {
    private final class Context: Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer  // changed only by `update`, while no copy shares it

        init() { pointer = required("a digest", EVP_MD_CTX_new()) }

        convenience init(copying other: Context) {
            self.init()
            let code = EVP_MD_CTX_copy_ex(pointer, other.pointer)
            precondition(code == 1, "OpenSSL copies any digest.")
        }

        deinit { EVP_MD_CTX_free(pointer) }
    }

    private var context = Context()

    init(_ implementation: HashImplementation) {
        let code = EVP_DigestInit_ex2(context.pointer, implementation.algorithm.pointer, nil)
        precondition(code == 1, "OpenSSL hashes any bytes.")
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
        let code = EVP_DigestUpdate(context.pointer, bytes.baseAddress, bytes.count)
        precondition(code == 1, "OpenSSL hashes any bytes.")
    }

    /// Finishes a copy, since OpenSSL cannot continue a finished digest.
    func finish(into digest: UnsafeMutableRawBufferPointer) {
        let copy = Context(copying: context)
        let code = withExtendedLifetime(copy) { EVP_DigestFinal_ex(copy.pointer, digest.baseAddress, nil) }
        precondition(code == 1, "OpenSSL hashes any bytes.")
    }
}
#endif
