// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
package import Foundation

/// A secret key; its bytes are cleared when the last copy goes.
package struct SymmetricKey: ContiguousBytes, Sendable {
    private final class Storage: Sendable {
        /// Written only by the initializer.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init(byteCount: Int) { bytes = .allocate(byteCount: byteCount, alignment: 16) }

        deinit {
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }

    private let storage: Storage

    init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        storage = Storage(byteCount: byteCount)
        fill(storage.bytes)
    }

    /// Takes over a key.
    package init(data: some ContiguousBytes) {
        storage = data.withUnsafeBytes { data in
            let storage = Storage(byteCount: data.count)
            storage.bytes.copyMemory(from: data)
            return storage
        }
    }

    /// Makes a random key.
    package init(size: SymmetricKeySize) {
        self.init(byteCount: size.bitCount / 8) { $0.fillRandomly() }
    }

    /// The number of bits.
    package var bitCount: Int { storage.bytes.count * 8 }

    /// Calls a function with the bytes.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(UnsafeRawBufferPointer(storage.bytes)) }
    }
}

extension SymmetricKey: Equatable {
    /// Compares in a time that does not depend on the bytes.
    package static func == (left: SymmetricKey, right: SymmetricKey) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { areSame(left, $0) } }
    }
}

/// The size of a secret key.
package struct SymmetricKeySize: Sendable {
    /// The number of bits.
    package let bitCount: Int
    /// 256 bits.
    package static let bits256 = SymmetricKeySize(bitCount: 256)
    /// Creates a size, a multiple of eight.
    package init(bitCount: Int) { self.bitCount = bitCount }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes bytes of the system's cryptographic generator.
    func fillRandomly() {
        var generator = SystemRandomNumberGenerator()
        for start in stride(from: 0, to: count, by: 8) {
            let end = Swift.min(start + 8, count)
            Swift.withUnsafeBytes(of: generator.next()) { word in
                UnsafeMutableRawBufferPointer(rebasing: self[start..<end]).copyBytes(from: word.prefix(end - start))
            }
        }
    }
}
