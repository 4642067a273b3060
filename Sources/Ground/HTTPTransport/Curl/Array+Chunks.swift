// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import PortableFoundation

extension [Data] {
    /// Joins short chunks: the peer chooses their length, and removing the first of a long queue moves all others.
    mutating func enqueue(_ chunk: Data) {
        let longestJoined = 16 << 10
        if let last = indices.last, self[last].count + chunk.count <= longestJoined {
            self[last].append(chunk)
        } else {
            append(chunk)
        }
    }
}
#endif
