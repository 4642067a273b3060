// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

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
        /// A loop calls this overload: on an actor, it then stays there without two thread switches per chunk. SE-0421
        ///
        /// - Throws: ``TransportError``, `CancellationError`, or an error of the underlying sequence.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Data? {
            try await advance()
        }
    }

    private let makeNext: @Sendable () -> () async throws -> Data?

    /// Creates chunks from a function that returns each of them; every iteration begins with `start`.
    ///
    /// All state is in one value: Swift 6.3's optimizer miscompiles a returned closure that changes two captured
    /// variables, and releases the second one too early.
    package init<State>(
        from start: @autoclosure @escaping @Sendable () -> State,
        next: @escaping @Sendable (inout State) async throws -> Data?
    ) {
        makeNext = {
            var state = start()
            return { try await next(&state) }
        }
    }

    /// Creates chunks from a sequence; each iteration iterates over the sequence.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        self.init(from: chunks.makeAsyncIterator()) { try await $0.next(isolation: #isolation) }
    }

    /// Creates a single chunk, or none for empty data.
    public init(_ data: Data) {
        self.init(from: data.isEmpty ? nil : data) { rest in
            defer { rest = nil }
            return rest
        }
    }

    /// Returns an iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeNext()) }
}
