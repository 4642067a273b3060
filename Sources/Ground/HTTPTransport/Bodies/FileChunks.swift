// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The content of a file in pieces, read off the cooperative pool.
struct FileChunks: AsyncSequence, Sendable {
    typealias Element = Data

    /// The size of a piece, and how many are read at once: switching threads for each would cost a sixth.
    private static let (pieceBytes, piecesAtOnce) = (256 << 10, 4)

    let file: URL

    struct AsyncIterator: AsyncIteratorProtocol {
        let file: URL
        private var handle: FileHandle?
        private var pieces: [Data] = []

        init(file: URL) { self.file = file }

        mutating func next() async throws -> Data? {
            if pieces.isEmpty { pieces = try await read().reversed() }
            return pieces.popLast()
        }

        private mutating func read() async throws -> [Data] {
            let (file, open) = (file, handle)
            let (handle, pieces) = try await offThePool {
                let handle = try open ?? FileHandle(forReadingFrom: file)
                var pieces: [Data] = []
                while pieces.count < FileChunks.piecesAtOnce,
                    let piece = try handle.read(upToCount: FileChunks.pieceBytes), !piece.isEmpty
                {
                    pieces.append(piece)
                }
                return (handle, pieces)
            }
            self.handle = handle
            return pieces
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(file: file) }

    /// The length of a regular file, in bytes.
    ///
    /// - Throws: A Foundation error if there is no such file.
    static func length(of file: URL) throws -> Int64 {
        let values = try file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
        guard values.isRegularFile == true, let size = values.fileSize else {
            throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
        return Int64(size)
    }
}
