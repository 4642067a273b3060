// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A body as an `AsyncSequence` of `Data`, with only the current chunk in memory.
///
/// The source produces a chunk when the reader requests it, so a slow reader slows down the sender. A response body can
/// be read once; a reader that stops early closes the connection.
///
/// ```swift
/// let response = try await transport.stream(HTTPRequest(url: api.appending(path: "log")))
/// var bytes = 0
/// for try await chunk in response.body { bytes += chunk.count }
/// ```
public struct ByteChunks: AsyncSequence, Sendable {
    /// Reads one chunk at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let advance: () async throws -> Data?

        fileprivate init(_ advance: @escaping () async throws -> Data?) { self.advance = advance }

        /// Returns the next chunk; `nil` at the end.
        ///
        /// - Throws: ``TransportError``, `CancellationError`, or an error of the underlying sequence.
        public mutating func next() async throws -> Data? { try await advance() }
    }

    private let makeNext: @Sendable () -> () async throws -> Data?

    /// Creates chunks from a function that returns the source of one iteration.
    package init(_ makeNext: @escaping @Sendable () -> () async throws -> Data?) { self.makeNext = makeNext }

    /// Creates chunks from a sequence; each iteration iterates over the sequence.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        makeNext = {
            var iterator = chunks.makeAsyncIterator()
            return { try await iterator.next(isolation: #isolation) }
        }
    }

    /// Creates a single chunk, or none for empty data.
    public init(_ data: Data) {
        makeNext = {
            var rest = data.isEmpty ? nil : data
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Returns an iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeNext()) }
}
