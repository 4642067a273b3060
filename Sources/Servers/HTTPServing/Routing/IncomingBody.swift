// SPDX-License-Identifier: Apache-2.0
import HTTPListening

/// The content of a request: pieces of at most 64 KiB, read from the connection only when asked for.
///
/// One reader reads it, once.
public struct IncomingBody: Sendable, AsyncSequence {
    fileprivate enum Source: Sendable {
        case bytes([UInt8])
        case connection(Content)
    }
    private let source: Source

    /// No content.
    public init() { source = .bytes([]) }
    /// Content that is there already.
    public init(_ bytes: some Sequence<UInt8>) { source = .bytes(Array(bytes)) }
    init(_ request: ReceivedRequest) {
        source = request.head.framing == .none ? .bytes([]) : .connection(request.content)
    }

    /// Reads all of it.
    ///
    /// - Throws: ``ContentTooLong``, before reading if the announced length is too large; ``ConnectionError``.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        switch source {
        case .bytes(let bytes):
            guard bytes.count <= limit else { throw ContentTooLong() }
            return bytes
        case .connection(let content): return try await content.collect(upTo: limit)
        }
    }

    /// Its pieces.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: Source
        private var isOver = false

        fileprivate init(source: Source) { self.source = source }

        /// The next piece; `nil` at the end.
        public mutating func next() async throws -> [UInt8]? {
            switch source {
            case .bytes(let bytes):
                guard !isOver, !bytes.isEmpty else { return nil }
                isOver = true
                return bytes
            case .connection(let content): return try await content.next()
            }
        }
    }
}
