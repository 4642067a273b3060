// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
import Synchronization

/// A request body of bytes, a file, or a sequence, with only one chunk in memory at a time.
///
/// A transport requests the content each time it sends the request, for example again after a rejected token.
///
/// ```swift
/// var request = HTTPRequest(method: .put, url: api.appending(path: "films/1"))
/// request.headerFields[.contentType] = "video/mp4"
/// let response = try await transport.stream(request, body: .file(film)).collect()
/// ```
public struct RequestBody: Sendable {
    /// The length in bytes; `nil` if it is unknown, in which case the content is sent chunked.
    public let length: Int64?
    /// Whether the content can be sent again.
    public let isRepeatable: Bool
    package let source: Source
    package var report: (@Sendable (TransferProgress) -> Void)?

    package enum Source: Sendable {
        case bytes(Data)
        case file(URL)
        case chunks(@Sendable () throws -> ByteChunks)
    }

    private init(length: Int64?, isRepeatable: Bool = true, _ source: Source) {
        self.length = length
        self.isRepeatable = isRepeatable
        self.source = source
    }

    /// An empty body.
    public static let empty = bytes(Data())

    /// Creates a body from data in memory.
    public static func bytes(_ data: Data) -> Self { Self(length: Int64(data.count), .bytes(data)) }

    /// Creates a body from a file, which is read while it is sent.
    ///
    /// - Parameter file: A regular file, whose length must not change until the request is answered.
    /// - Returns: The body, with the file's current length.
    /// - Throws: A Foundation error if the file does not exist.
    public static func file(_ file: URL) throws -> Self {
        Self(length: try FileChunks.length(of: file), .file(file))
    }

    /// Creates a body from a function that runs each time the request is sent, and returns the same bytes each time.
    ///
    /// `length` is the exact length in bytes, if known.
    public static func chunks(
        length: Int64? = nil, _ makeChunks: @escaping @Sendable () throws -> ByteChunks
    ) -> Self { Self(length: length, .chunks(makeChunks)) }

    /// Creates a body from a sequence that can be read only once, so the request is never resent.
    ///
    /// `length` is the exact length in bytes, if known.
    public static func once<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64? = nil) -> Self
    where Chunks.Element == Data {
        let isTaken = Atomic(false)
        return Self(
            length: length, isRepeatable: false,
            .chunks {
                guard !isTaken.exchange(true, ordering: .relaxed) else {
                    throw TransportError(.unusableBody, "the request body can be sent only once")
                }
                return ByteChunks(chunks)
            })
    }

    static func joined(_ bodies: [Self]) -> Self {
        let length = bodies.reduce(Int64?(0)) { sum, body in sum.flatMap { sum in body.length.map { sum + $0 } } }
        return Self(
            length: length, isRepeatable: bodies.allSatisfy(\.isRepeatable),
            .chunks {
                ByteChunks(from: (rest: bodies[...], current: ByteChunks.AsyncIterator?.none)) { state in
                    while true {
                        if let chunk = try await state.current?.next() { return chunk }
                        guard let body = state.rest.popFirst() else { return nil }
                        state.current = try body.chunks().makeAsyncIterator()
                    }
                }
            })
    }

    /// Returns the same body, and reports how much of it has been sent.
    ///
    /// Each attempt reports its progress, starting with its first chunk; `report` must not block.
    public func reporting(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        var body = self
        body.report = report
        return body
    }

    /// Returns the content for one attempt and one reader, with length checks and progress reports, for transports.
    ///
    /// - Throws: ``TransportError`` (`unusableBody`) if the content can be sent only once and has already been sent, or
    ///   an error of the function that creates the content.
    public func chunks() throws -> ByteChunks {
        let start = Meter(length: length, report: report)
        let chunks =
            switch source {
            case .bytes(let data): ByteChunks(data)
            case .file(let file): ByteChunks(FileChunks(file: file))
            case .chunks(let makeChunks): try makeChunks()
            }
        return ByteChunks(from: (iterator: chunks.makeAsyncIterator(), meter: start)) { state in
            let chunk = try await state.iterator.next()
            try state.meter.take(chunk?.count)
            return chunk
        }
    }

    /// Returns the complete content in memory, for transports that cannot stream.
    ///
    /// - Throws: The same errors as ``chunks()``, or an error of its chunks.
    public func collect() async throws -> Data {
        var content = Data()
        for try await chunk in try chunks() { content.append(chunk) }
        return content
    }

    struct Meter {
        private let length: Int64?
        private let report: (@Sendable (TransferProgress) -> Void)?
        private var sent: Int64 = 0

        fileprivate init(length: Int64?, report: (@Sendable (TransferProgress) -> Void)?) {
            (self.length, self.report) = (length, report)
        }

        /// `nil` is the end; throws `unusableBody` for more or fewer bytes than announced.
        mutating func take(_ bytes: Int?) throws {
            sent += Int64(bytes ?? 0)
            if let length, sent > length || (bytes == nil && sent < length) {
                throw TransportError(
                    .unusableBody, "the request body is longer or shorter than \(length) bytes")
            }
            report?(TransferProgress(bytes: sent, total: bytes == nil ? sent : length))
        }
    }
}
