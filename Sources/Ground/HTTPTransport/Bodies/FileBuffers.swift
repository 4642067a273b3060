// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import NIOCore
import Synchronization

/// The content of a file, read off the cooperative pool into the buffers that the connection sends.
final class FileBuffers: Sendable {
    private struct State {
        var handle: FileHandle?
        var ring = BufferRing()
    }

    /// The pieces read in one switch to another thread.
    ///
    /// A switch for each piece would take a sixth of the upload's time.
    private static let piecesAtOnce = 4

    private let file: URL
    private let state = Mutex(State())

    init(_ file: URL) { self.file = file }

    /// The next pieces; none at the end of the file.
    func next() async throws -> [ByteBuffer] { try await offThePool { try self.read() } }

    private func read() throws -> [ByteBuffer] {
        try state.withLock { state in
            let handle = try state.handle ?? FileHandle(forReadingFrom: file)
            state.handle = handle
            var pieces: [ByteBuffer] = []
            while pieces.count < Self.piecesAtOnce {
                let piece = try state.ring.filled { buffer in
                    _ = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: BufferRing.pieceBytes) {
                        try Self.read(handle.fileDescriptor, into: $0)
                    }
                }
                guard piece.readableBytes > 0 else { break }
                pieces.append(piece)
            }
            return pieces
        }
    }

    private static func read(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, bytes.baseAddress, BufferRing.pieceBytes)
            if count >= 0 { return count }
            let code = errno
            guard code == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        }
    }
}
#endif
