// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The content of a file in pieces, read off the cooperative pool.
struct FileChunks: AsyncSequence, Sendable {
    typealias Element = Data

    let file: URL

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: FileReader
        private var pieces: [Data] = []

        fileprivate init(_ reader: FileReader) { self.reader = reader }

        mutating func next() async throws -> Data? {
            if pieces.isEmpty { pieces = try await offThePool { [reader] in try reader.nextPieces() }.reversed() }
            return pieces.popLast()
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(FileReader(file)) }

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

/// Reads a file into the same memory again and again: the system would have to clear new memory for each piece.
private final class FileReader: Sendable {
    /// The size of a piece, and how many are read at once: switching threads for each would cost a sixth.
    private static let (pieceBytes, piecesAtOnce) = (256 << 10, 4)
    /// More pieces than wait to be sent; one that is still in use when its turn comes again is copied.
    private static let bufferCount = 16

    private struct State {
        var handle: FileHandle?
        var buffers: [Data] = []
        var position = 0

        mutating func nextPiece(from descriptor: CInt) throws -> Data? {
            if position == buffers.count { buffers.append(Data(count: pieceBytes)) }
            let count = try buffers[position].withUnsafeMutableBytes { buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count >= 0 { return count }
                    let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                    guard cause.code == .EINTR else {
                        throw CocoaError(.fileReadUnknown, userInfo: [NSUnderlyingErrorKey: cause])
                    }
                }
            }
            guard count > 0 else { return nil }
            defer { position = (position + 1) % bufferCount }
            return buffers[position].prefix(count)
        }
    }

    private let file: URL
    private let state = Mutex(State())

    init(_ file: URL) { self.file = file }

    /// Returns the next pieces; none at the end.
    func nextPieces() throws -> [Data] {
        try state.withLock { state in
            let handle = try state.handle ?? FileHandle(forReadingFrom: file)
            state.handle = handle
            var pieces: [Data] = []
            while pieces.count < Self.piecesAtOnce, let piece = try state.nextPiece(from: handle.fileDescriptor) {
                pieces.append(piece)
            }
            return pieces
        }
    }
}
