// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraZlib
import PortableFoundation
import HTTPMessages

/// Decompresses content piece by piece.
///
/// libcurl would accept truncated content. RFC 1950, RFC 1952, RFC 9110 §8.4.1
final class Inflation {
    enum Coding: Sendable {
        case gzip
        case deflate

        init?(_ head: HTTPResponse) {
            // A part can begin in the middle of the compressed content. RFC 9110 §14.1
            guard head.status != .partialContent else { return nil }
            switch head.headerFields[.contentEncoding]?.lowercased() {
            case "gzip", "x-gzip": self = .gzip
            case "deflate": self = .deflate
            default: return nil
            }
        }
    }

    enum Failure: Error {
        case broken
        case tooLong
    }

    /// The largest ratio of expanded to compressed bytes, which text rarely reaches.
    private static let largestExpansion = 100
    private static let pieceBytes = 64 << 10

    private let coding: Coding
    /// On the heap, because zlib requires a constant address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let buffer: UnsafeMutableRawBufferPointer
    private var input = Data()
    private var (received, expanded) = (0, 0)
    private var isWhole = false

    init(_ coding: Coding) {
        self.coding = coding
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        buffer = .allocate(byteCount: Self.pieceBytes, alignment: 16)
        let bits: Int32 = coding == .gzip ? 16 + MAX_WBITS : MAX_WBITS
        // If it fails, the first piece fails.
        _ = inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        buffer.deallocate()
    }

    /// Accepts the next compressed piece, once ``next()`` returned `nil`.
    func feed(_ piece: Data) {
        input = piece
        received += piece.count
    }

    /// Returns the next expanded piece; `nil` if more input is needed.
    ///
    /// Without input, zlib may still have output, but not for long: a checksum follows the content in both formats.
    func next() throws(Failure) -> Data? {
        while !input.isEmpty {
            // Only gzip may have several members. RFC 1952 §2.2
            guard !isWhole || coding == .gzip && inflateReset(stream) == Z_OK else { throw .broken }
            let (code, taken, count) = expand()
            input = input.dropFirst(taken)
            // With input and room, zlib never needs more of either: Z_BUF_ERROR cannot come.
            guard code == Z_OK || code == Z_STREAM_END else { throw .broken }
            isWhole = code == Z_STREAM_END
            expanded += count
            guard expanded <= received * Self.largestExpansion else { throw .tooLong }
            if count > 0 { return Data(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        }
        return nil
    }

    /// Ends the input, which may be empty: servers name a coding in responses without content, too.
    func finish() throws(Failure) { guard isWhole || received == 0 else { throw .broken } }

    private func expand() -> (code: Int32, taken: Int, count: Int) {
        input.withUnsafeBytes { bytes in
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: bytes.baseAddress?.assumingMemoryBound(to: Bytef.self))
            stream.pointee.avail_in = UInt32(clamping: bytes.count)
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
            stream.pointee.avail_out = UInt32(buffer.count)
            let offered = Int(stream.pointee.avail_in)
            let code = inflate(stream, Z_NO_FLUSH)
            return (code, offered - Int(stream.pointee.avail_in), buffer.count - Int(stream.pointee.avail_out))
        }
    }
}

extension ByteChunks {
    func expanded(from coding: Inflation.Coding, naming request: HTTPRequest) -> ByteChunks {
        ByteChunks(from: (iterator: self.makeAsyncIterator(), inflation: Inflation(coding))) { state in
            do {
                while true {
                    if let piece = try state.inflation.next() { return piece }
                    guard let piece = try await state.iterator.next() else {
                        try state.inflation.finish()
                        return nil
                    }
                    state.inflation.feed(piece)
                }
            } catch Inflation.Failure.tooLong {
                throw TransportError(
                    .responseTooLarge,
                    "the content from \(request.placeWithoutQuery) is too long after decompression")
            } catch Inflation.Failure.broken {
                throw TransportError(
                    .connectionLost, "the content from \(request.placeWithoutQuery) cannot be decompressed")
            }
        }
    }
}
#endif
