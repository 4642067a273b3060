// SPDX-License-Identifier: Apache-2.0
import OAuth

extension RandomSource {
    /// A random UUID in lower case.
    package func identifier() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
            .map(\.hexadecimal).joined(separator: "-")
    }
}
