// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// The result of a hash function: a fixed number of bytes.
package protocol Digest: ContiguousBytes, CustomStringConvertible, Hashable, Sendable, Sequence where Element == UInt8 {
    /// The form of the bytes in memory, at least as many as needed.
    associatedtype Words: SIMD<UInt64>
    /// The number of bytes.
    static var byteCount: Int { get }
    /// The bytes, and zeros after them.
    var words: Words { get set }
    /// A digest of zeros.
    init()
}

extension Digest {
    /// Takes over the bytes that a function writes.
    init(fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init()
        Swift.withUnsafeMutableBytes(of: &words) {
            fill(UnsafeMutableRawBufferPointer(rebasing: $0[..<Self.byteCount]))
        }
    }

    /// Calls a function with the bytes.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try Swift.withUnsafeBytes(of: words) { try body(UnsafeRawBufferPointer(rebasing: $0[..<Self.byteCount])) }
    }

    /// Calls a function with the bytes: an array of them is made by one copy.
    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? { try withUnsafeBytes { try $0.withMemoryRebound(to: UInt8.self, body) } }

    /// The number of bytes.
    package var underestimatedCount: Int { Self.byteCount }
    /// The bytes one after the other.
    package func makeIterator() -> Array<UInt8>.Iterator { withUnsafeBytes { Array($0) }.makeIterator() }
    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }

    /// Compares in a time that does not depend on the bytes.
    package static func == (left: Self, right: Self) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { areSame(left, $0) } }
    }

    /// The kind of digest, and the bytes in hexadecimal digits.
    package var description: String {
        "\(Self.self): " + map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
    }
}

/// Compares two secrets of one length in a time that does not depend on their bytes.
func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}

/// A function that makes a digest of bytes. FIPS 180-4
package protocol HashFunction: Sendable {
    /// The result.
    associatedtype Digest: SystemCryptography.Digest
    /// The number of bytes that the function takes at a time.
    static var blockByteCount: Int { get }
    /// OpenSSL's function.
    static var implementation: HashImplementation { get }
    /// What was hashed so far.
    var state: HashState { get set }
    /// Begins a digest.
    init()
}

extension HashFunction {
    /// The digest of data.
    package static func hash(data: some DataProtocol) -> Digest {
        data.withContiguousBytes { bytes in Digest { implementation.hash(bytes, into: $0) } }
    }

    /// Adds data to what is hashed.
    package mutating func update(data: some DataProtocol) { data.withContiguousBytes { state.update($0) } }

    /// Adds bytes to what is hashed.
    package mutating func update(bufferPointer: UnsafeRawBufferPointer) { state.update(bufferPointer) }

    /// The digest of all that was added; more can be added afterwards.
    package func finalize() -> Digest { Digest { state.finish(into: $0) } }
}

/// The result of SHA-256.
package struct SHA256Digest: Digest {
    package static let byteCount = 32
    package var words = SIMD4<UInt64>()
    package init() {}
}

/// SHA-256.
package struct SHA256: HashFunction {
    package typealias Digest = SHA256Digest
    package static let (blockByteCount, implementation) = (64, HashImplementation("SHA256"))
    package var state = HashState(implementation)
    package init() {}
}

/// The result of SHA-384.
package struct SHA384Digest: Digest {
    package static let byteCount = 48
    package var words = SIMD8<UInt64>()
    package init() {}
}

/// SHA-384.
package struct SHA384: HashFunction {
    package typealias Digest = SHA384Digest
    package static let (blockByteCount, implementation) = (128, HashImplementation("SHA384"))
    package var state = HashState(implementation)
    package init() {}
}

/// The result of SHA-512.
package struct SHA512Digest: Digest {
    package static let byteCount = 64
    package var words = SIMD8<UInt64>()
    package init() {}
}

/// SHA-512.
package struct SHA512: HashFunction {
    package typealias Digest = SHA512Digest
    package static let (blockByteCount, implementation) = (128, HashImplementation("SHA512"))
    package var state = HashState(implementation)
    package init() {}
}

/// Functions for the names of old protocols alone.
package enum Insecure {
    /// The result of SHA-1.
    package struct SHA1Digest: Digest {
        package static let byteCount = 20
        package var words = SIMD4<UInt64>()
        package init() {}
    }

    /// SHA-1, which names certificates (`x5t`).
    package struct SHA1: HashFunction {
        package typealias Digest = SHA1Digest
        package static let (blockByteCount, implementation) = (64, HashImplementation("SHA1"))
        package var state = HashState(implementation)
        package init() {}
    }
}

/// A hash function of OpenSSL, fetched once: to look it up for each digest takes longer than a short digest.
package struct HashImplementation: Sendable {
    let algorithm: Fixed

    init(_ name: String) { algorithm = Fixed(required: name) { EVP_MD_fetch(nil, name, nil) } }

    func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        let isDone = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm.pointer, nil)
        precondition(isDone == 1, "a digest always succeeds")
    }
}

/// A digest under way; copies go on separately.
package struct HashState: Sendable {
    private final class Context: Sendable {
        /// Changed only by ``HashState/update(_:)``, which first makes sure that nobody else has this reference.
        nonisolated(unsafe) let pointer: OpaquePointer

        init() {
            guard let pointer = EVP_MD_CTX_new() else { fatalError("no memory for a digest") }
            self.pointer = pointer
        }

        convenience init(copying other: Context) {
            self.init()
            precondition(EVP_MD_CTX_copy_ex(pointer, other.pointer) == 1, "a digest always succeeds")
        }

        deinit { EVP_MD_CTX_free(pointer) }
    }

    private var context = Context()

    init(_ implementation: HashImplementation) {
        let isDone = EVP_DigestInit_ex2(context.pointer, implementation.algorithm.pointer, nil)
        precondition(isDone == 1, "a digest always succeeds")
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
        precondition(EVP_DigestUpdate(context.pointer, bytes.baseAddress, bytes.count) == 1, "a digest always succeeds")
    }

    func finish(into digest: UnsafeMutableRawBufferPointer) {
        let copy = Context(copying: context)
        let isDone = withExtendedLifetime(copy) { EVP_DigestFinal_ex(copy.pointer, digest.baseAddress, nil) }
        precondition(isDone == 1, "a digest always succeeds")
    }
}

extension DataProtocol {
    /// Calls a function with the bytes in one piece.
    func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
            ?? Array(self).withUnsafeBytes(body)
    }
}
