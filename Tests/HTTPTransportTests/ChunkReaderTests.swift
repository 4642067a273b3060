// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import Testing

@testable import HTTPTransport

/// Without libcurl, which has limits of its own.
@Suite struct ChunkReaderTests {
    /// The content and whether the last line arrived; `nil` for invalid chunks.
    private static func read(_ text: String, inPieces isSplit: Bool = false) -> (content: String, isDone: Bool)? {
        var (reader, content) = (ChunkReader(), [UInt8]())
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(isSplit ? 61 : .max))
            rest = rest.dropFirst(piece.count)
            guard let taken = piece.withUnsafeBytes({ reader.take($0) }) else { return nil }
            content += taken
        }
        return (String(decoding: content, as: UTF8.self), reader.isDone)
    }

    private static func sizeLine(_ count: Int) -> String { "1;" + String(repeating: "a", count: count - 4) + "\r\n" }

    private static func trailers(_ count: Int) -> String {
        let line = "x: yyyyyyyyyyy\r\n"
        let rest = count - line.utf8.count * 4095
        return String(repeating: line, count: 4095) + "x:" + String(repeating: "y", count: rest - 4) + "\r\n"
    }

    @Test(arguments: [true, false]) func `a size line has at most 8 KiB, and the trailers 64 KiB`(_ isSplit: Bool) {
        for (excess, isAccepted) in [(0, true), (1, false)] {
            let line = Self.read(Self.sizeLine(8192 + excess) + "x\r\n0\r\n\r\n", inPieces: isSplit)
            #expect((line?.content == "x" && line?.isDone == true) == isAccepted)
            let trailers = Self.read("0\r\n" + Self.trailers(65_536 + excess) + "\r\n", inPieces: isSplit)
            #expect((trailers?.isDone == true) == isAccepted)
        }
        #expect(Self.read(String(repeating: "a", count: 8193), inPieces: isSplit) == nil, "a line without an end")
    }

    @Test(arguments: [
        ("000000000000001", true), ("0000000000000001", false), ("", false), ("+1", false), ("-1", false), ("g", false),
        ("1;", false), ("1;a", true), ("1 ;\ta=b", true), ("1 aa", false), ("1;a\0", false), ("1;=", false),
    ])
    func `a size has at most 15 digits, and maybe extensions`(_ line: String, _ isAccepted: Bool) {
        let read = Self.read(line + "\r\nx\r\n0\r\n\r\n")
        #expect((read?.content == "x" && read?.isDone == true) == isAccepted)
    }

    @Test func `content is done with its last line, after which nothing follows`() {
        #expect(Self.read("1\r\nx\r\n0\r\n").map(\.isDone) == false)
        #expect(Self.read("1\r\nxy\r\n0\r\n\r\n") == nil)
        #expect(Self.read("0\r\n\r\n0") == nil)
        #expect(Self.read("0\n\n") == nil)
    }
}
#endif
