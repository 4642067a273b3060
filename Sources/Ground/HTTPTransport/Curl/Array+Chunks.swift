// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import PortableFoundation

extension [Data] {
    /// Adds a chunk at the end, and joins short ones.
    ///
    /// The peer chooses the length of the chunks, and removing the first of a long queue moves all others.
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
