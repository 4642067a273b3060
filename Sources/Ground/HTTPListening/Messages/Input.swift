// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// Received bytes that are not used; freed once all are used, so that an idle connection holds none.
package struct Input: Sendable {
    /// Includes used bytes at the front.
    package var bytes: [UInt8] = []
    package private(set) var start = 0

    package init() {}

    package var count: Int { bytes.count - start }

    package mutating func append(_ new: [UInt8]) {
        // Avoids a copy.
        if bytes.isEmpty { bytes = new } else { bytes += new }
    }

    package mutating func drop(_ count: Int) {
        start += count
        if start == bytes.count {
            bytes = []
            start = 0
        }
    }

    package mutating func compact() {
        guard start > 0 else { return }
        bytes.removeFirst(start)
        start = 0
    }

    func firstIndex(of byte: UInt8, from index: Int) -> Int? {
        guard index < bytes.count else { return nil }
        let offset = bytes.withUnsafeBytes { bytes in
            // The region [index, count) is inside the array; the pointer ends with the call.
            bytes.baseAddress.map { ct_find($0 + index, bytes.count - index, Int32(byte)) } ?? -1
        }
        return offset < 0 ? nil : index + offset
    }
}
