// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import Synchronization

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

    /// Throws a Foundation error if there is no regular file.
    static func length(of file: URL) throws -> Int64 {
        var status = stat()
        guard stat(file.path, &status) == 0 else { throw CocoaError.reading(file, .current) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw CocoaError.reading(file, nil) }
        return Int64(status.st_size)
    }
}

/// Reuses its buffers: the system would have to clear new memory for each piece.
private final class FileReader: Sendable {
    /// The size of a piece, and how many are read at once: switching threads for each would cost a sixth.
    private static let (pieceBytes, piecesAtOnce) = (256 << 10, 4)
    /// More pieces than wait to be sent; a buffer that is still in use when its turn comes again is copied.
    private static let bufferCount = 16

    private struct State {
        var handle: OpenFile?
        var buffers: [Data] = []
        var position = 0

        mutating func nextPiece(from descriptor: Int32, of file: URL) throws -> Data? {
            if position == buffers.count { buffers.append(Data(count: pieceBytes)) }
            let count = try buffers[position].withUnsafeMutableBytes { buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count >= 0 { return count }
                    guard errno == EINTR else { throw CocoaError.reading(file, .current) }
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

    func nextPieces() throws -> [Data] {
        try state.withLock { state in
            let handle = try state.handle ?? open(file)
            state.handle = handle
            var pieces: [Data] = []
            while pieces.count < Self.piecesAtOnce,
                let piece = try state.nextPiece(from: handle.descriptor.number, of: file)
            {
                pieces.append(piece)
            }
            return pieces
        }
    }

    private func open(_ file: URL) throws -> OpenFile {
        let descriptor = PortableFoundation.open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError.reading(file, .current) }
        return OpenFile(descriptor)
    }
}

extension CocoaError {
    fileprivate static func reading(_ file: URL, _ cause: POSIXError?) -> CocoaError {
        let code: Code =
            switch cause?.code {
            case .ENOENT: .fileReadNoSuchFile
            case .EACCES: .fileReadNoPermission
            default: .fileReadUnknown
            }
        var facts: [String: Any] = ["NSFilePath": file.path]
        facts["NSUnderlyingError"] = cause
        return CocoaError(code, userInfo: facts)
    }
}
