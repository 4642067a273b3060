// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
package import PortableFoundation

/// A secret key, which cannot be printed; its bytes are cleared with the last copy.
package struct SymmetricKey: ContiguousBytes, Sendable {
    private final class Storage: Sendable {
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // written only before the key exists

        init(byteCount: Int) { bytes = .allocate(byteCount: byteCount, alignment: 16) }

        deinit {
            if !bytes.isEmpty { OPENSSL_cleanse(bytes.baseAddress, bytes.count) }
            bytes.deallocate()
        }
    }

    private let storage: Storage

    /// `fill` must write all bytes.
    init<Failure>(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
        storage = Storage(byteCount: byteCount)
        try fill(storage.bytes)
    }

    package init(data: some ContiguousBytes) {
        storage = data.withUnsafeBytes { data in
            let storage = Storage(byteCount: data.count)
            storage.bytes.copyMemory(from: data)
            return storage
        }
    }

    package init(size: SymmetricKeySize) { self.init(byteCount: size.bitCount / 8) { $0.fillRandomly() } }

    package var bitCount: Int { storage.bytes.count * 8 }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(UnsafeRawBufferPointer(storage.bytes)) }
    }
}

extension SymmetricKey: Equatable {
    package static func == (left: SymmetricKey, right: SymmetricKey) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { areEqualInConstantTime(left, $0) } }
    }
}

package struct SymmetricKeySize: Sendable {
    package let bitCount: Int

    package static let bits256 = SymmetricKeySize(bitCount: 256)

    /// A number that is not a multiple of eight traps.
    package init(bitCount: Int) {
        precondition(bitCount >= 0 && bitCount.isMultiple(of: 8), "A key has whole bytes.")
        self.bitCount = bitCount
    }
}

extension UnsafeMutableRawBufferPointer {
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
#endif
