// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Content in pieces: an `AsyncSequence` of `Data`, of which only the piece in hand is in memory.
///
/// The source produces a piece when the reader asks for one, so a slow reader slows the other side down. The content of
/// a response can be read once; a reader that stops early closes the connection.
///
/// ```swift
/// let response = try await transport.stream(HTTPRequest(url: api.appending(path: "log")))
/// var bytes = 0
/// for try await chunk in response.body { bytes += chunk.count }
/// ```
public struct ByteChunks: AsyncSequence, Sendable {
    /// Takes one piece after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let advance: () async throws -> Data?

        fileprivate init(_ advance: @escaping () async throws -> Data?) { self.advance = advance }

        /// The next piece; `nil` at the end.
        ///
        /// - Throws: ``TransportError``; `CancellationError`; the error of the sequence that the pieces come from.
        public mutating func next() async throws -> Data? { try await advance() }
    }

    private let makeNext: @Sendable () -> () async throws -> Data?

    /// Takes the pieces from a function, which each iteration makes anew.
    package init(_ makeNext: @escaping @Sendable () -> () async throws -> Data?) { self.makeNext = makeNext }

    /// Takes the pieces from a sequence; an iteration of these pieces is one of the sequence.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        makeNext = {
            var iterator = chunks.makeAsyncIterator()
            return { try await iterator.next(isolation: #isolation) }
        }
    }

    /// One piece, or none for empty data.
    public init(_ data: Data) {
        makeNext = {
            var rest = data.isEmpty ? nil : data
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Begins an iteration.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeNext()) }
}
