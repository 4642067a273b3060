// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import NIOCore

/// Buffers for pieces of a content, each used again once the connection has sent it.
///
/// New memory for each piece would cost the kernel more than the copy into it.
struct BufferRing {
    /// The size of a piece: a longer one makes nothing faster.
    static let pieceBytes = 256 << 10

    private var buffers = Array(repeating: ByteBuffer(), count: count)
    private var turn = 0

    /// More than are on their way at a time.
    private static let count = 12

    /// The next buffer, filled; a buffer that is not yet sent keeps its memory, and the ring gets another one.
    mutating func filled(_ fill: (inout ByteBuffer) throws -> Void) rethrows -> ByteBuffer {
        turn = (turn + 1) % Self.count
        buffers[turn].clear(minimumCapacity: Self.pieceBytes)
        try fill(&buffers[turn])
        return buffers[turn]
    }
}
#endif
