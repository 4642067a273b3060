// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// scrypt in Swift, for Apple's systems, which lack it; tested on Linux against OpenSSL's. RFC 7914
///
/// It serves the passwords of a tenant for development: it is slower than OpenSSL's, and does not clear its memory.
package struct ScryptFunction {
    /// The number N of blocks that stay in memory.
    private let cost: Int
    /// The number of words in a block: 32·r.
    private let wordCount: Int
    private let parallelism: Int

    /// Validates the parameters as OpenSSL does, §2, and that the memory fits in an `Int`.
    package init?(cost: Int, blockSize: Int, parallelism: Int) {
        guard cost > 1, cost & (cost - 1) == 0, blockSize > 0, parallelism > 0,
            parallelism <= ((1 << 30) - 1) / blockSize, 16 * blockSize >= Int.bitWidth || cost < 1 << (16 * blockSize),
            !(128 * blockSize).multipliedReportingOverflow(by: cost).overflow
        else { return nil }
        self.cost = cost
        wordCount = 32 * blockSize
        self.parallelism = parallelism
    }

    /// Derives a key. §6
    package func key(from password: Data, salt: Data, byteCount: Int) -> Data {
        let blockByteCount = 4 * wordCount
        var blocks = Self.pbkdf2(password, salt, byteCount: parallelism * blockByteCount)
        for start in stride(from: 0, to: blocks.count, by: blockByteCount) {
            let range = start..<start + blockByteCount
            blocks.replaceSubrange(range, with: mixed(blocks.subdata(in: range)))
        }
        return Self.pbkdf2(password, blocks, byteCount: byteCount)
    }

    /// One round of PBKDF2 with HMAC-SHA-256. RFC 8018 §5.2
    private static func pbkdf2(_ password: Data, _ salt: Data, byteCount: Int) -> Data {
        let key = SymmetricKey(data: password)
        var output = Data(capacity: byteCount + 32)
        var number: UInt32 = 1
        while output.count < byteCount {
            let block = salt + withUnsafeBytes(of: number.bigEndian) { Data($0) }
            output += HMAC<SHA256>.authenticationCode(for: block, using: key)
            number += 1
        }
        return output.prefix(byteCount)
    }

    /// scryptROMix: fills a table with the states of a block, then mixes the block with entries that it names. §5
    private func mixed(_ block: Data) -> Data {
        // Pointers, since tests are built without optimization: arrays would take seconds there.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: (cost + 2) * wordCount) { memory in
            memory.initialize(repeating: 0)
            guard let table = memory.baseAddress else { return block }
            let words = table + cost * wordCount
            let spare = words + wordCount
            for index in 0..<wordCount {
                words[index] = block.withUnsafeBytes {
                    UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
                }
            }
            for index in 0..<cost {
                (table + index * wordCount).update(from: words, count: wordCount)
                mix(words, spare)
            }
            for _ in 0..<cost {
                let entry = table + Int(words[wordCount - 16] & UInt32(truncatingIfNeeded: cost - 1)) * wordCount
                for index in 0..<wordCount { words[index] ^= entry[index] }
                mix(words, spare)
            }
            for index in 0..<wordCount { words[index] = words[index].littleEndian }
            return Data(bytes: words, count: block.count)
        }
    }

    /// scryptBlockMix: Salsa20/8 over each part and the one before it; parts with an even number come first. §4
    private func mix(_ words: UnsafeMutablePointer<UInt32>, _ spare: UnsafeMutablePointer<UInt32>) {
        let half = wordCount / 2
        var previous = words + (wordCount - 16)
        for start in stride(from: 0, to: wordCount, by: 16) {
            let part = words + start
            for index in 0..<16 { part[index] ^= previous[index] }
            Self.salsa(part)
            (spare + start / 32 * 16 + (start % 32 == 0 ? 0 : half)).update(from: part, count: 16)
            previous = part
        }
        words.update(from: spare, count: wordCount)
    }

    /// Salsa20 with eight rounds: four over the columns and four over the rows, in turn. §3
    private static func salsa(_ words: UnsafeMutablePointer<UInt32>) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { state in
            guard let state = state.baseAddress else { return }
            state.initialize(from: words, count: 16)
            for _ in 0..<4 {
                quarter(state, 0, 4, 8, 12)
                quarter(state, 5, 9, 13, 1)
                quarter(state, 10, 14, 2, 6)
                quarter(state, 15, 3, 7, 11)
                quarter(state, 0, 1, 2, 3)
                quarter(state, 5, 6, 7, 4)
                quarter(state, 10, 11, 8, 9)
                quarter(state, 15, 12, 13, 14)
            }
            for index in 0..<16 { words[index] &+= state[index] }
        }
    }

    private static func quarter(_ state: UnsafeMutablePointer<UInt32>, _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        var sum = state[a] &+ state[d]
        state[b] ^= sum &<< 7 | sum &>> 25
        sum = state[b] &+ state[a]
        state[c] ^= sum &<< 9 | sum &>> 23
        sum = state[c] &+ state[b]
        state[d] ^= sum &<< 13 | sum &>> 19
        sum = state[d] &+ state[c]
        state[a] ^= sum &<< 18 | sum &>> 14
    }
}

#if canImport(CryptoKit)
package enum KDF {
    package enum Scrypt {
        /// With a cost of 16,384 and blocks of 8 it takes 16 MiB.
        package static func deriveKey(
            from password: Data, salt: Data, outputByteCount: Int, rounds: Int, blockSize: Int, parallelism: Int
        ) throws(CryptographyError) -> SymmetricKey {
            guard outputByteCount > 0,
                let function = ScryptFunction(cost: rounds, blockSize: blockSize, parallelism: parallelism)
            else { throw .invalidSize }
            return SymmetricKey(data: function.key(from: password, salt: salt, byteCount: outputByteCount))
        }
    }
}
#endif
