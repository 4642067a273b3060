// SPDX-License-Identifier: Apache-2.0
import HTTPListening

/// The content of a request, in chunks of at most 64 KiB.
///
/// The server reads from the connection only when the handler requests a chunk. Only one task may read at a time, and
/// each chunk is read once. If the content does not arrive within the server's deadline, the client gets 408.
///
/// ```swift
/// router.put("file") { request, _ in
///     var count = 0
///     for try await piece in request.body { count += piece.count }
///     return "\(count) bytes"
/// }
/// ```
public struct IncomingBody: Sendable, AsyncSequence {
    fileprivate enum Source: Sendable {
        case bytes([UInt8])
        case connection(Content)
    }

    private let source: Source

    /// Creates an empty body.
    public init() { source = .bytes([]) }

    /// Creates a body from bytes.
    public init(_ bytes: some Sequence<UInt8>) { source = .bytes(Array(bytes)) }

    init(_ request: ReceivedRequest) { source = request.content.map(Source.connection) ?? .bytes([]) }

    /// Reads the whole content, up to a limit in bytes.
    ///
    /// - Throws: An ``HTTPResponseError`` (413) if the content is longer, before reading if the announced length is. An
    ///   error with `endsConnection`, which the handler must rethrow: the server then closes the connection, or
    ///   responds with 400 or 408.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        switch source {
        case .bytes(let bytes):
            guard bytes.count <= limit else { throw ContentTooLong() }
            return bytes
        case .connection(let content): return try await content.collect(upTo: limit)
        }
    }

    /// Returns an iterator over the chunks.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads the content chunk by chunk.
    public struct Iterator: AsyncIteratorProtocol {
        private static let longestPiece = 64 << 10
        private let source: Source
        private var position = 0

        fileprivate init(source: Source) { self.source = source }

        /// Returns the next chunk, which is never empty; `nil` at the end.
        ///
        /// - Throws: An error of the connection, which the handler must rethrow.
        public mutating func next() async throws -> [UInt8]? {
            switch source {
            case .bytes(let bytes):
                let piece = bytes[position...].prefix(Self.longestPiece)
                position = piece.endIndex
                return piece.isEmpty ? nil : Array(piece)
            case .connection(let content): return try await content.next()
            }
        }
    }
}
