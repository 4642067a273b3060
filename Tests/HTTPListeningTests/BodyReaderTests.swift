// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import HTTPListening

@Suite struct BodyReaderTests {
    /// A reader's result for bytes in pieces.
    private struct Reading: Equatable {
        var content = ""
        var isDone = false
        var status: Int?
        var rest = ""
        var longestPiece = 0

        init(_ pieces: [String], _ framing: Framing) {
            var (reader, input) = (BodyReader(framing, Limits()), Input())
            for piece in pieces {
                input.compact()
                input.append(Array(piece.utf8))
                while status == nil, !isDone {
                    switch reader.take(&input) {
                    case .bytes(let bytes):
                        content += String(decoding: bytes, as: UTF8.self)
                        longestPiece = max(longestPiece, bytes.count)
                        continue
                    case .end: isDone = true
                    case .refused(let refused): status = refused
                    case .more: break
                    }
                    break
                }
            }
            rest = String(decoding: input.bytes[input.start...], as: UTF8.self)
        }
    }

    @Test func `content ends with its length, and what follows stays`() {
        let reading = Reading(["hel", "loGET"], .length(5))
        #expect(reading.content == "hello" && reading.isDone && reading.rest == "GET")
        #expect(Reading(["GET"], .none).isDone)
        #expect(!Reading(["hell"], .length(5)).isDone)
    }

    @Test func `chunks end with trailers, which are dropped, and what follows stays`() {
        let reading = Reading(["3\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\nC: d\r\n\r\nGET"], .chunked)
        #expect(reading.content == "hello" && reading.isDone && reading.rest == "GET")
    }

    @Test func `bytes that come one by one read the same`() {
        let text = "3\r\nhel\r\n00000002\r\nlo\r\n0\r\nA: b\r\n\r\n"
        let reading = Reading(text.map(String.init).flatMap { $0 == "\r\n" ? ["\r", "\n"] : [$0] }, .chunked)
        #expect(reading.content == "hello" && reading.isDone && reading.status == nil)
    }

    @Test func `a piece has at most 64 KiB`() {
        let reading = Reading([String(repeating: "a", count: 100_000)], .length(100_000))
        #expect(reading.isDone && reading.content.utf8.count == 100_000 && reading.longestPiece == 65_536)
    }

    @Test(
        arguments: [("0000000a\r\n0123456789\r\n0\r\n\r\n", nil), ("00000000a\r\n0123456789\r\n0\r\n\r\n", 400)]
            as [(String, Int?)])
    func `a chunk size has at most 8 digits`(_ text: String, _ status: Int?) {
        #expect(Reading([text], .chunked).status == status)
    }

    @Test(arguments: [
        "g\r\n", "1\n", "1 \r\n", "1\r\naX", "1\r\na\rX", "1\r\n\r\n\r\n", "0\r\nA\r\n\r\n", "0\r\nA : b\r\n\r\n",
        "0\r\nA: b\n\r\n", "0\r\n a: b\r\n\r\n", "\r\n", "+1\r\n", "1\rX",
    ])
    func `chunks that are none are refused as soon as it shows`(_ text: String) {
        #expect(Reading([text], .chunked).status == 400)
    }

    @Test(arguments: [(0, nil), (1, 431)] as [(Int, Int?)])
    func `trailers may be as long as their limit, with or without an end`(_ beyond: Int, _ status: Int?) {
        let rest = Limits().trailers - "A: \r\n\r\n".utf8.count + beyond
        let whole = Reading(["0\r\nA: \(String(repeating: "a", count: rest))\r\n\r\n"], .chunked)
        #expect(whole.status == status && whole.isDone == (status == nil))
        let open = Reading(["0\r\nA: \(String(repeating: "a", count: rest + 4))"], .chunked)
        #expect(open.status == status && !open.isDone)
    }

    @Test func `the announced length is known before a byte is read`() {
        #expect(BodyReader(.length(7), Limits()).announced == 7)
        #expect(BodyReader(.none, Limits()).announced == 0)
        #expect(BodyReader(.chunked, Limits()).announced == nil)
    }
}
