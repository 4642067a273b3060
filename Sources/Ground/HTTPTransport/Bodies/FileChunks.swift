// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The content of a file in pieces, read off the cooperative pool.
struct FileChunks: AsyncSequence, Sendable {
    typealias Element = Data

    /// The size of a piece; a larger one is not faster.
    private static let pieceBytes = 256 << 10

    let file: URL

    struct AsyncIterator: AsyncIteratorProtocol {
        let file: URL
        var handle: FileHandle?

        mutating func next() async throws -> Data? {
            let (file, open) = (file, handle)
            let (handle, piece) = try await offThePool {
                let handle = try open ?? FileHandle(forReadingFrom: file)
                return (handle, try handle.read(upToCount: FileChunks.pieceBytes))
            }
            self.handle = handle
            return piece?.isEmpty == true ? nil : piece
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
