// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import HTTPTransport
import Testing

/// The end of a response, by libcurl together with our readers of heads and chunks.
@Suite(.timeLimit(.minutes(1))) struct ResponseFramingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: Data
        /// `nil` if the connection counts as lost.
        let content: String?

        init(_ name: String, _ section: String, _ text: String, _ content: String? = nil) {
            testDescription = "\(name) (\(section))"
            bytes = Data(text.unicodeScalars.map { UInt8($0.value) })
            self.content = content
        }
    }

    private static func head(_ fields: String, _ content: String = "hello") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)\r\n\(content)"
    }
    private static func sized(_ field: String) -> String { head("\(field)Content-Length: 5\r\n") }
    private static func chunks(_ content: String) -> String { head("Transfer-Encoding: chunked\r\n", content) }
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    private static let five = "5\r\nhello\r\n0\r\n\r\n"

    static let heads = [
        Row("length", "9112 §6.3", sized(""), "hello"), Row("until the end", "9112 §6.3", head(""), "hello"),
        Row("two lengths", "9112 §6.3", head("Content-Length: 5\r\nContent-Length: 3\r\n")),
        Row("one length twice", "9110 §8.6", head("Content-Length: 5\r\nContent-Length: 5\r\n")),
        Row("a list of lengths", "9110 §8.6", head("Content-Length: 5, 5\r\n")),
        Row("length and chunks", "9112 §6.3", head("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", five)),
        Row("chunks and length", "9112 §6.3", head("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", five)),
        Row("chunked twice", "9112 §6.1", head("Transfer-Encoding: chunked, chunked\r\n", five)),
        Row("gzip in chunks", "9112 §6.1", head("Transfer-Encoding: gzip, chunked\r\n", five)),
        Row("identity", "9112 §6.1", head("Transfer-Encoding: identity\r\n")),
        Row("chunks in 1.0", "9112 §6.1", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + five),
        Row("fold", "9112 §5.2", sized("X: a\r\n b\r\n")),
        Row("fold of a length", "9112 §5.2", head("Content-Length:\r\n 5\r\n")),
        Row("bare LF", "9112 §2.2", sized("X: a\n")),
        Row("bare LF at the end", "9112 §2.2", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\nhello"),
        Row("bare CR", "9112 §2.2", sized("X: a\rb\r\n")), Row("NUL", "9110 §5.5", sized("X: a\0b\r\n")),
        Row("no colon", "9112 §5", sized("X\r\n")), Row("no name", "9112 §5", sized(": a\r\n")),
        Row("blank before the colon", "9112 §5.1", head("Content-Length : 5\r\n")),
        Row("-5", "9110 §8.6", head("Content-Length: -5\r\n")), Row("+5", "9110 §8.6", head("Content-Length: +5\r\n")),
        Row("0x5", "9110 §8.6", head("Content-Length: 0x5\r\n")),
        Row("5x", "9110 §8.6", head("Content-Length: 5x\r\n")),
        Row("no number", "9110 §8.6", head("Content-Length:\r\n")),
        Row("2^64+5", "9110 §8.6", head("Content-Length: 18446744073709551621\r\n")),
        Row("cut content", "9112 §8", head("Content-Length: 9\r\n")),
        Row("cut status line", "9112 §8", "HTTP/1.1 200"), Row("cut field", "9112 §8", "HTTP/1.1 200 OK\r\nX: y"),
        Row("cut head", "9112 §8", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
        Row("cut before the last LF", "9112 §8", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r"),
        Row("nothing", "9112 §8", ""), Row("101", "9110 §15.2.2", "HTTP/1.1 101 x\r\nUpgrade: x\r\n\r\n"),
        Row("103 first", "8297 §2", "HTTP/1.1 103 x\r\nContent-Length: 3\r\n\r\n" + sized(""), "hello"),
        Row(
            "103 with chunks", "9110 §15.2", "HTTP/1.1 103 x\r\nTransfer-Encoding: chunked\r\n\r\n" + sized(""), "hello"
        ),
        Row("20,000 × 102", "9110 §15.2", repeated("HTTP/1.1 102 x\r\n\r\n", 20_000) + sized("")),
        Row("204 with length", "9112 §6.3", "HTTP/1.1 204 x\r\nContent-Length: 5\r\n\r\nhello", ""),
        Row("204 with chunks", "9112 §6.3", "HTTP/1.1 204 x\r\nTransfer-Encoding: chunked\r\n\r\n", ""),
        Row("304 with length", "9112 §6.3", "HTTP/1.1 304 x\r\nContent-Length: 5\r\n\r\n", ""),
        Row("HTTP/2 without TLS", "9113 §3", "HTTP/2 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        Row("HTTP/0.9", "9112 §4", "<p>hi"), Row("blank line first", "9112 §4", "\r\n" + sized("")),
        Row("200 KB line", "9110 §5.4", sized("X: \(repeated("a", 200_000))\r\n")),
        Row("20,000 fields", "9110 §5.4", sized(repeated("X: yyyyyyyyyyyyy\r\n", 20_000))),
    ]

    static let chunked = [
        Row("chunks", "9112 §7.1", chunks(five), "hello"),
        Row("two", "9112 §7.1", chunks("1\r\nh\r\n4\r\nello\r\n0\r\n\r\n"), "hello"),
        Row("no content", "9112 §7.1", chunks("0\r\n\r\n"), ""),
        Row("zeros", "9112 §7.1", chunks("0005\r\nhello\r\n000\r\n\r\n"), "hello"),
        Row(
            "letters", "9112 §7.1", chunks("a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n"), "01234567890123456789a"),
        Row("extension", "9112 §7.1.1", chunks("5;a=b\r\nhello\r\n0;c\r\n\r\n"), "hello"),
        Row("blank before an extension", "9112 §7.1.1", chunks("5 ;a\r\nhello\r\n0\r\n\r\n"), "hello"),
        Row("extension without a name", "9112 §7.1.1", chunks("5;\r\nhello\r\n0\r\n\r\n")),
        Row("NUL in an extension", "9112 §7.1.1", chunks("5;a\0\r\nhello\r\n0\r\n\r\n")),
        Row("CR in an extension", "9112 §7.1.1", chunks("5;a\rb\r\nhello\r\n0\r\n\r\n")),
        Row("9 KB extension", "9112 §7.1.1", chunks("5;\(repeated("a", 9000))\r\nhello\r\n0\r\n\r\n")),
        Row("trailer", "9112 §7.1.2", chunks("5\r\nhello\r\n0\r\nX: y\r\n\r\n"), "hello"),
        Row("folded trailer", "9112 §7.1.2", chunks("5\r\nhello\r\n0\r\nX: y\r\n z\r\n\r\n")),
        Row("LF behind a trailer", "9112 §7.1.2", chunks("5\r\nhello\r\n0\r\nX: y\n\r\n")),
        Row("long trailers", "9110 §5.4", chunks("0\r\n" + repeated("X: yyyy\r\n", 40_000) + "\r\n")),
        Row("cut chunk", "9112 §8", chunks("5\r\nhel")), Row("cut size", "9112 §8", chunks("5")),
        Row("no last chunk", "9112 §8", chunks("5\r\nhello\r\n")),
        Row("cut end", "9112 §8", chunks("5\r\nhello\r\n0\r\n")),
        Row("17 digits", "9112 §7.1", chunks("10000000000000005\r\nhello\r\n0\r\n\r\n")),
        Row("FFFFFFFFFFFFFFFF", "9112 §7.1", chunks("FFFFFFFFFFFFFFFF\r\nhello")),
        Row("-5", "9112 §7.1", chunks("-5\r\nhello\r\n0\r\n\r\n")),
        Row("+5", "9112 §7.1", chunks("+5\r\nhello\r\n0\r\n\r\n")),
        Row("0x5", "9112 §7.1", chunks("0x5\r\nhello\r\n0\r\n\r\n")),
        Row("no size", "9112 §7.1", chunks("\r\nhello\r\n0\r\n\r\n")),
        Row("LF behind a size", "9112 §7.1", chunks("5\nhello\r\n0\r\n\r\n")),
        Row("blank behind a size", "9112 §7.1", chunks("5 \r\nhello\r\n0\r\n\r\n")),
        Row("junk behind a size", "9112 §7.1", chunks("5 junk\r\nhello\r\n0\r\n\r\n")),
        Row("LF behind data", "9112 §7.1", chunks("5\r\nhello\n0\r\n\r\n")),
        Row("three CR behind data", "9112 §7.1", chunks("5\r\nhello\r\r\r\n0\r\n\r\n")),
        Row("more data than the size", "9112 §7.1", chunks("5\r\nhello!\r\n0\r\n\r\n")),
    ]

    @Test(arguments: heads + chunked, [false, true])
    func `a response that two programs could read differently is refused`(_ row: Row, isSplit: Bool) async throws {
        let pieces = isSplit && row.bytes.count < 200 ? row.bytes.map { Data([$0]) } : [row.bytes]
        let script: ScriptedServer.Script = { _, connection, _ in
            _ = await connection.head()
            for piece in pieces { try await connection.write(piece) }
        }
        try await ScriptedServer.with(script) { server, transport in
            if let content = row.content {
                let response = try await transport.send(server.request())
                #expect(response.body == Data(content.utf8))
            } else {
                await expect(.connectionLost) { try await transport.send(server.request()) }
            }
        }
    }

    @Test(arguments: [
        "204 x\r\n\r\n", "200 x\r\nContent-Length: 1\r\n\r\nx",
        "200 x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ])
    func `unrequested bytes are not the response to the next request`(_ first: String) async throws {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let script: ScriptedServer.Script = { number, connection, log in
            _ = await connection.head()
            guard number == 0 else { return try await connection.write(RawServer.response("200 OK", "right")) }
            try await connection.write("HTTP/1.1 \(first)")
            for await _ in released {}
            try await connection.write(RawServer.response("200 OK", "unasked"))
            log.note("written")
            await connection.closed()
        }
        try await ScriptedServer.with(script) { server, transport in
            _ = try await transport.send(server.request())
            release.finish()
            _ = await server.firstNote(of: ["written"])
            let second = try await transport.send(server.request(method: .post), body: Data("x".utf8))
            #expect(second.body == Data("right".utf8))
        }
    }
}
#endif
