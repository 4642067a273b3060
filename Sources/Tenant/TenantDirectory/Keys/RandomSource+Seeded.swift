// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
import PortableFoundation
import Synchronization
import SystemCryptography

extension RandomSource {
    /// The same values in every run with this seed, if they are drawn in the same order.
    ///
    /// For tests only: the seed reveals all values. `run` counts earlier uses of the seed, so that no code repeats.
    package static func seeded(_ seed: UInt64, run: Int = 0) -> RandomSource {
        let bytes = SeededBytes(label: "tessera \(seed) \(run)")
        return RandomSource { bytes.next($0) }
    }

    package func identifier() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
            .map(\.hexadecimal).joined(separator: "-")
    }
}

private final class SeededBytes: Sendable {
    private let label: String
    private let block = Mutex<UInt64>(0)

    init(label: String) { self.label = label }

    func next(_ count: Int) -> [UInt8] {
        block.withLock { block in
            var bytes: [UInt8] = []
            while bytes.count < count {
                bytes += SHA256.hash(data: Data("\(label) \(block)".utf8))
                block += 1
            }
            return Array(bytes.prefix(count))
        }
    }
}
