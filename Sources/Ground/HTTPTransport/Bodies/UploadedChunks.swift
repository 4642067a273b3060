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

    private let chunks: ByteChunks
    private let length: Int64?
    private let loops: any EventLoopGroup

    init(_ body: RequestBody, sentOn loops: any EventLoopGroup) throws {
        chunks = try body.chunks()
        length = body.length
        self.loops = loops
    }

    var content: HTTPClientRequest.Body { .stream(self, length: length.map { .known($0) } ?? .unknown) }

    struct AsyncIterator: AsyncIteratorProtocol {
        var chunks: ByteChunks.AsyncIterator
        let loops: any EventLoopGroup
        var waiting = 0

        mutating func next() async throws -> ByteBuffer? {
            do {
                if waiting > UploadedChunks.mostWaiting {
                    // Each loop has then taken its pieces, and told the library to wait if they cannot be sent yet.
                    for loop in loops.makeIterator() { try await loop.submit {}.get() }
                    waiting = 0
                }
                let chunk = try await chunks.next()
                waiting += chunk?.count ?? 0
                return chunk.map { ByteBuffer(bytes: $0) }
            } catch {
                throw ContentError(cause: error)
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator(), loops: loops) }
}
#endif
