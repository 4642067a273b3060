// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Synchronization

/// The content of a request: bytes, a file or a sequence, of which only one piece is in memory at a time.
///
/// A transport asks for the content anew each time that it sends the request, for instance after a refused token.
///
/// ```swift
/// var request = HTTPRequest(method: .put, url: api.appending(path: "films/1"))
/// request.headerFields[.contentType] = "video/mp4"
/// let response = try await transport.stream(request, body: .file(film)).collect()
/// ```
public struct RequestBody: Sendable {
    /// The length in bytes; `nil` if it is not known before the end, and the content is sent chunked.
    public let length: Int64?
    /// Whether the content can be sent again.
    public let isRepeatable: Bool
    /// The place that the content comes from.
    package let source: Source
    /// Learns the progress.
    package var report: (@Sendable (TransferProgress) -> Void)?

    /// The places that content comes from.
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

    /// No content.
    public static let empty = bytes(Data())

    /// Content in memory.
    public static func bytes(_ data: Data) -> Self { Self(length: Int64(data.count), .bytes(data)) }

    /// The content of a file, read while it is sent.
    ///
    /// - Parameter file: A regular file, which must keep its length until the request is answered.
    /// - Returns: The content, of the length that the file has now.
    /// - Throws: An error of Foundation if there is no such file.
    public static func file(_ file: URL) throws -> Self {
        Self(length: try FileChunks.length(of: file), .file(file))
    }

    /// Content that a function makes, once each time that the request is sent.
    ///
    /// - Parameters:
    ///   - length: The exact length in bytes, if it is known.
    ///   - makeChunks: Makes the content; the same bytes each time.
    /// - Returns: The content.
    public static func chunks(
        length: Int64? = nil, _ makeChunks: @escaping @Sendable () throws -> ByteChunks
    ) -> Self { Self(length: length, .chunks(makeChunks)) }

    /// Content of a sequence that can be read only once, so that the request is never sent again.
    ///
    /// - Parameters:
    ///   - chunks: The content.
    ///   - length: The exact length in bytes, if it is known.
    /// - Returns: The content.
    public static func once<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64? = nil) -> Self
    where Chunks.Element == Data {
        let isTaken = Atomic(false)
        return Self(
            length: length, isRepeatable: false,
            .chunks {
                guard !isTaken.exchange(true, ordering: .relaxed) else {
                    throw TransportError(.unusableBody, "the content of the request can be sent only once")
                }
                return ByteChunks(chunks)
            })
    }

    /// One content after another.
    static func joined(_ bodies: [Self]) -> Self {
        let length = bodies.reduce(Int64?(0)) { sum, body in sum.flatMap { sum in body.length.map { sum + $0 } } }
        return Self(
            length: length, isRepeatable: bodies.allSatisfy(\.isRepeatable),
            .chunks {
                ByteChunks {
                    var (rest, current) = (bodies[...], ByteChunks.AsyncIterator?.none)
                    return {
                        while true {
                            if let chunk = try await current?.next() { return chunk }
                            guard let body = rest.popFirst() else { return nil }
                            current = try body.chunks().makeAsyncIterator()
                        }
                    }
                }
            })
    }

    /// The same content; a function learns how much of it has been sent.
    ///
    /// - Parameter report: Gets the progress of each attempt from its first piece on; it must not wait.
    /// - Returns: The content.
    public func reporting(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        var body = self
        body.report = report
        return body
    }

    /// The content for one attempt, with its length checked and its progress reported: for transports.
    ///
    /// - Returns: The content, for one reader.
    /// - Throws: ``TransportError`` (`unusableBody`) if the content can be sent only once and has been; the error of
    ///   the function that makes the content.
    public func chunks() throws -> ByteChunks {
        let start = meter
        let chunks =
            switch source {
            case .bytes(let data): ByteChunks(data)
            case .file(let file): ByteChunks(FileChunks(file: file))
            case .chunks(let makeChunks): try makeChunks()
            }
        return ByteChunks {
            var iterator = chunks.makeAsyncIterator()
            var meter = start
            return {
                let chunk = try await iterator.next()
                try meter.take(chunk?.count)
                return chunk
            }
        }
    }

    /// Checks the length of one attempt, and reports its progress.
    var meter: Meter { Meter(length: length, report: report) }

    /// The whole content in memory: for transports that cannot stream.
    ///
    /// - Throws: As ``chunks()`` and its pieces.
    public func collect() async throws -> Data {
        var content = Data()
        for try await chunk in try chunks() { content.append(chunk) }
        return content
    }

    /// The bytes of one attempt, against the length that was announced.
    struct Meter {
        private let length: Int64?
        private let report: (@Sendable (TransferProgress) -> Void)?
        private var sent: Int64 = 0

        fileprivate init(length: Int64?, report: (@Sendable (TransferProgress) -> Void)?) {
            (self.length, self.report) = (length, report)
        }

        /// Counts a piece; `nil` is the end.
        mutating func take(_ bytes: Int?) throws {
            sent += Int64(bytes ?? 0)
            if let length, sent > length || (bytes == nil && sent < length) {
                throw TransportError(
                    .unusableBody, "the content of the request is longer or shorter than \(length) bytes")
            }
            report?(TransferProgress(bytes: sent, total: bytes == nil ? sent : length))
        }
    }
}
