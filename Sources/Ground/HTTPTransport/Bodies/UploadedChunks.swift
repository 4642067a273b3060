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

    private let chunks: ByteChunks
    private let length: Int64?

    init(_ body: RequestBody) throws {
        chunks = try body.chunks()
        length = body.length
    }

    var content: HTTPClientRequest.Body { .stream(self, length: length.map { .known($0) } ?? .unknown) }

    struct AsyncIterator: AsyncIteratorProtocol {
        var chunks: ByteChunks.AsyncIterator

        mutating func next() async throws -> ByteBuffer? {
            do {
                return try await chunks.next().map { ByteBuffer(bytes: $0) }
            } catch {
                throw ContentError(cause: error)
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator()) }
}
#endif
