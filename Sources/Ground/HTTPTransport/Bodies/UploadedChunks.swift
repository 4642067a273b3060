// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import AsyncHTTPClient
import Foundation
import NIOCore

/// The content of a request as AsyncHTTPClient takes it.
struct UploadedChunks: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// An error of the content, which is not one of the connection.
    struct ContentError: Error {
        let cause: any Error
    }

    /// The bytes that may be on their way to an event loop; the library itself sets no limit.
    private static let mostWaiting = 2 << 20

    private let makeNext: @Sendable () -> () async throws -> ByteBuffer?
    private let length: Int64?
    private let loops: any EventLoopGroup

    init(_ body: RequestBody, sentOn loops: any EventLoopGroup) throws {
        makeNext =
            if case .file(let file) = body.source {
                Self.pieces(of: file, body.meter)
            } else {
                try Self.pieces(of: body)
            }
        length = body.length
        self.loops = loops
    }

    var content: HTTPClientRequest.Body { .stream(self, length: length.map { .known($0) } ?? .unknown) }

    /// The pieces of a file, several read at once.
    private static func pieces(
        of file: URL, _ start: RequestBody.Meter
    ) -> @Sendable () -> () async throws -> ByteBuffer? {
        {
            let file = FileBuffers(file)
            var (meter, ready) = (start, ArraySlice<ByteBuffer>())
            return {
                if ready.isEmpty { ready = try await file.next()[...] }
                let piece = ready.popFirst()
                try meter.take(piece?.readableBytes)
                return piece
            }
        }
    }

    /// The pieces of another content, copied.
    private static func pieces(of body: RequestBody) throws -> @Sendable () -> () async throws -> ByteBuffer? {
        let chunks = try body.chunks()
        return {
            var chunks = chunks.makeAsyncIterator()
            var ring = BufferRing()
            return {
                guard let chunk = try await chunks.next() else { return nil }
                // The ring keeps the memory of its buffers.
                guard chunk.count <= BufferRing.pieceBytes else { return ByteBuffer(bytes: chunk) }
                return ring.filled { _ = $0.writeBytes(chunk) }
            }
        }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let advance: () async throws -> ByteBuffer?
        private let loops: any EventLoopGroup
        private var waiting = 0

        fileprivate init(_ advance: @escaping () async throws -> ByteBuffer?, _ loops: any EventLoopGroup) {
            (self.advance, self.loops) = (advance, loops)
        }

        mutating func next() async throws -> ByteBuffer? {
            do {
                if waiting > UploadedChunks.mostWaiting {
                    // Each loop has then taken its pieces, and told the library to wait if they cannot be sent yet.
                    for loop in loops.makeIterator() { try await loop.submit {}.get() }
                    waiting = 0
                }
                let piece = try await advance()
                waiting += piece?.readableBytes ?? 0
                return piece
            } catch {
                throw ContentError(cause: error)
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeNext(), loops) }
}
#endif
