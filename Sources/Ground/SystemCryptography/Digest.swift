// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

package protocol Digest: ContiguousBytes, CustomStringConvertible, Hashable, Sendable, Sequence where Element == UInt8 {
    /// The form of the bytes in memory, with room for all of them.
    associatedtype Words: SIMD<UInt64>
    static var byteCount: Int { get }
    /// The bytes, and zeros after them.
    var words: Words { get set }
    init()
}

extension Digest {
    init(fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init()
        Swift.withUnsafeMutableBytes(of: &words) {
            fill(UnsafeMutableRawBufferPointer(rebasing: $0[..<Self.byteCount]))
        }
    }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try Swift.withUnsafeBytes(of: words) { try body(UnsafeRawBufferPointer(rebasing: $0[..<Self.byteCount])) }
    }

    /// Calls a function with the bytes, so that creating an array copies them once.
    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try withUnsafeBytes { try $0.withMemoryRebound(to: UInt8.self, body) }
    }

    package var underestimatedCount: Int { Self.byteCount }

    package func makeIterator() -> Array<UInt8>.Iterator { withUnsafeBytes { Array($0) }.makeIterator() }

    package func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }

    package static func == (left: Self, right: Self) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { areEqualInConstantTime(left, $0) } }
    }

    package var description: String {
        "\(Self.self): " + map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
    }
}

/// Compares bytes in a time that depends only on their number.
func areEqualInConstantTime(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
}
#endif
