// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPListening
import HTTPMessages
import HTTPTransport

extension FuzzTarget {
    /// What a client and a server send to each other.
    ///
    /// One byte of an input says where the rest is split: the pieces must read as the whole does.
    static let http = [httpHead, httpBody] + chunks

    private static let httpHead = FuzzTarget("http-head") { input in
        let pieces = Pieces(input)
        let read = HeadReading(pieces.whole)
        try require(read == HeadReading(pieces.two), "a head in two pieces reads otherwise")
        guard let head = read.head else { return }
        let limits = Limits()
        try require(head.request.headerFields.count <= limits.fields, "a head has too many fields")
        try require((head.request.path?.utf8.count ?? 0) <= limits.target + 1, "a target is too long")
        let texts =
            head.request.headerFields.map(\.value) + [head.request.path, head.request.authority].compactMap(\.self)
        let controls: Set<UInt8> = [0, 10, 13, 127]
        try require(!texts.contains { $0.utf8.contains(where: controls.contains) }, "a control character was taken")
        try require(head.minorVersion == 1 || head.framing != .chunked, "HTTP/1.0 has chunks")
    }

    /// The first byte is the length of the content, or 0 for chunks; the second says where the rest is split.
    private static let httpBody = FuzzTarget("http-body") { input in
        let pieces = Pieces(input.dropFirst())
        let length = input.first.flatMap { $0 == 0 ? nil : UInt64($0) }
        let read = BodyReading(length, pieces.whole)
        try require(read == BodyReading(length, pieces.two), "content in two pieces reads otherwise")
        guard let length else { return }
        try require(read.content.count == min(Int(length), pieces.whole[0].count), "content is not what was announced")
    }
}

#if canImport(Darwin)
extension FuzzTarget {
    private static let chunks: [FuzzTarget] = []
}
#else
extension FuzzTarget {
    private static let chunks = [responseChunks]

    private static let responseChunks = FuzzTarget("response-chunks") { input in
        let pieces = Pieces(input)
        let read = ChunkReading(pieces.whole)
        try require(read == ChunkReading(pieces.two), "chunks in two pieces read otherwise")
        try require(read.content.count <= pieces.whole[0].count, "there is more content than bytes")
        // The reader of requests is stricter: it refuses extensions.
        let body = BodyReading(nil, pieces.whole)
        guard body.restCount == 0, body.refusal == nil else { return }
        try require(read.isDone && read.content == body.content, "requests and responses differ in their chunks")
    }
}

private struct ChunkReading: Equatable {
    private(set) var content: [UInt8] = []
    private(set) var isRefused = false
    private(set) var isDone = false

    init(_ pieces: [[UInt8]]) {
        var reader = ChunkReader()
        for piece in pieces where !isRefused {
            guard let bytes = piece.withUnsafeBytes({ reader.take($0) }) else {
                (isRefused, content) = (true, [])
                return
            }
            content += bytes
        }
        isDone = reader.isDone
    }
}
#endif

private struct Pieces {
    let whole: [[UInt8]]
    let two: [[UInt8]]

    init(_ input: Data) {
        let bytes = Array(input.dropFirst())
        let place = Int(input.first ?? 0) * 7919 % (bytes.count + 1)
        whole = [bytes]
        two = [Array(bytes[..<place]), Array(bytes[place...])]
    }
}

private struct HeadReading: Equatable {
    private(set) var head: ReceivedHead?
    private(set) var refusal: Int?
    private(set) var restCount = 0

    init(_ pieces: [[UInt8]]) {
        var parser = HeadParser(Limits())
        var input = Input()
        for piece in pieces {
            input.append(piece)
            guard head == nil, refusal == nil else { continue }
            switch parser.take(&input) {
            case .more: break
            case .head(let head): self.head = head
            case .refused(let status): refusal = status
            }
        }
        restCount = head == nil ? 0 : input.count
    }
}

/// The content at the beginning of some bytes; `nil` as the length stands for chunks.
private struct BodyReading: Equatable {
    private(set) var content: [UInt8] = []
    private(set) var refusal: Int?
    private(set) var restCount: Int?

    init(_ length: UInt64?, _ pieces: [[UInt8]]) {
        var reader = BodyReader(length.map(Framing.length) ?? .chunked, Limits())
        var input = Input()
        for piece in pieces {
            input.append(piece)
            while refusal == nil, !reader.isDone {
                let step = reader.take(&input)
                if case .more = step { break }
                if case .bytes(let bytes) = step { content += bytes }
                if case .refused(let status) = step { refusal = status }
            }
        }
        restCount = reader.isDone ? input.count : nil
    }
}
