// SPDX-License-Identifier: Apache-2.0
import Testing

/// A client's bytes on a connection, and the statuses for it; servers of the study were judged by these rows; `/second`
/// marks a request that a lenient server would find inside another.
struct FramingRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// The rule, as a section of RFC 9112 or RFC 9110.
    let section: String
    let bytes: [UInt8]
    let statuses: [Int]

    init(_ name: String, _ section: String, _ text: String, _ statuses: Int...) {
        self.name = name
        self.section = section
        // Latin-1: each character is the byte of its number.
        bytes = text.unicodeScalars.map { UInt8($0.value) }
        self.statuses = statuses
    }

    var testDescription: String { "\(name) (\(section))" }

    private static let second = "GET /second HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func get(_ fields: String = "") -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

    private static func post(_ fields: String, _ content: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(content)"
    }

    private static func chunked(_ content: String) -> String { post("Transfer-Encoding: chunked", content) }

    private static func line(_ line: String) -> String { "\(line)\r\nHost: a\r\n\r\n" }

    static let all = transferEncodings + contentLengths + lines + fields + chunks + sizes + requestLines + exchanges

    private static let transferEncodings = [
        FramingRow(
            "length, then chunks", "9112 §6.1",
            post("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + second), 400),
        FramingRow(
            "chunks, then length", "9112 §6.1",
            post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n" + second), 400),
        FramingRow(
            "chunked twice", "9112 §6.1",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
        FramingRow(
            "chunked, identity", "9112 §6.1", post("Transfer-Encoding: chunked, identity", "0\r\n\r\n" + second), 400),
        FramingRow("gzip, chunked", "9112 §6.1", post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), 400),
        FramingRow("xchunked", "9112 §6.1", post("Transfer-Encoding: xchunked", "0\r\n\r\n" + second), 501),
        FramingRow(
            "chunked behind a vertical tab", "9110 §5.5",
            post("Transfer-Encoding: \u{b}chunked", "0\r\n\r\n" + second), 400),
        FramingRow(
            "chunks in HTTP/1.0", "9112 §6.1",
            "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ]

    private static let contentLengths = [
        FramingRow("two lengths", "9112 §6.3", post("Content-Length: 5\r\nContent-Length: 0", "hello" + second), 400),
        FramingRow("a length twice", "9112 §6.3", post("Content-Length: 5\r\nContent-Length: 5", "hello"), 400),
        FramingRow("a list of lengths", "9112 §6.3", post("Content-Length: 5, 5", "hello"), 400),
        FramingRow("a length with a plus", "9110 §8.6", post("Content-Length: +5", "hello"), 400),
        FramingRow("a negative length", "9110 §8.6", post("Content-Length: -1", "hello"), 400),
        FramingRow("a length with a letter", "9110 §8.6", post("Content-Length: 5x", "hello"), 400),
        FramingRow("a length of 2^64 + 5", "9112 §6.3", post("Content-Length: 18446744073709551621", "hello"), 400),
        FramingRow("a space before the colon", "9112 §5.1", post("Content-Length : 5", "hello" + second), 400),
    ]

    private static let lines = [
        FramingRow("bare LF everywhere", "9112 §2.2", "GET / HTTP/1.1\nHost: a\n\n", 400),
        FramingRow("bare LF after a field", "9112 §2.2", "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", 400),
        FramingRow("bare CR in a value", "9112 §2.2", get("X: a\rb\r\n"), 400),
        FramingRow("NUL in a value", "9110 §5.5", get("X: a\0b\r\n"), 400),
        FramingRow("a control character in a value", "9110 §5.5", get("X: a\u{1}b\r\n"), 400),
        FramingRow("a folded field", "9112 §5.2", get("X: a\r\n b\r\n"), 400),
        FramingRow("a blank before the first field", "9112 §2.2", "GET / HTTP/1.1\r\n X: a\r\nHost: a\r\n\r\n", 400),
    ]

    private static let fields = [
        FramingRow("a field without a colon", "9112 §5", get("nonsense\r\n"), 400),
        FramingRow("a field without a name", "9112 §5", get(": x\r\n"), 400),
        FramingRow("a name with parentheses", "9110 §5.6.2", get("X(y): z\r\n"), 400),
        FramingRow("two hosts", "9112 §3.2", get("Host: evil.example\r\n"), 400),
        FramingRow("no host", "9112 §3.2", "GET / HTTP/1.1\r\nX: y\r\n\r\n", 400),
    ]

    private static let chunks = [
        FramingRow("chunks", "9112 §7.1", chunked("5\r\nhello\r\n0\r\n\r\n"), 200),
        FramingRow("a chunk extension", "9112 §7.1.1", chunked("5;a=b\r\nhello\r\n0\r\n\r\n"), 400),
        FramingRow(
            "a chunk extension of 100 KB", "9112 §7.1.1",
            chunked("5;\(String(repeating: "a", count: 100_000))\r\nhello\r\n0\r\n\r\n"), 400),
        FramingRow("a bare LF in a chunk extension", "9112 §2.2", chunked("5;a\nhello\r\n0\r\n\r\n"), 400),
        FramingRow("a bare LF after a chunk size", "9112 §2.2", chunked("5\nhello\r\n0\r\n\r\n"), 400),
        FramingRow("a chunk size with 0x", "9112 §7.1", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 400),
        FramingRow("a negative chunk size", "9112 §7.1", chunked("-1\r\nhello\r\n0\r\n\r\n"), 400),
        FramingRow(
            "a chunk size of 2^64 + 5", "9112 §7.1", chunked("10000000000000005\r\nhello\r\n0\r\n\r\n" + second), 400),
        FramingRow("no CRLF after a chunk", "9112 §7.1", chunked("5\r\nhelloXX0\r\n\r\n"), 400),
        FramingRow("no chunk size", "9112 §7.1", chunked("\r\nhello\r\n0\r\n\r\n"), 400),
        FramingRow("blanks after a chunk size", "9112 §7.1.1", chunked("5   \r\nhello\r\n0\r\n\r\n"), 400),
        FramingRow(
            "a length among the trailers", "9110 §6.5.1",
            chunked("0\r\nContent-Length: 50\r\n\r\n" + second), 200, 200),
    ]

    private static let sizes = [
        FramingRow(
            "endless trailers", "6585 §5", chunked("0\r\n\(String(repeating: "X: y\r\n", count: 30_000))\r\n"), 431),
        FramingRow("a target of 8 KB", "9112 §3", line("GET /\(String(repeating: "a", count: 8_000)) HTTP/1.1"), 200),
        FramingRow(
            "a target of 100 KB", "9112 §3", line("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1"), 414),
        FramingRow("a field of 30 KB", "9110 §5.4", get("X: \(String(repeating: "a", count: 30_000))\r\n"), 200),
        FramingRow("a field of 200 KB", "6585 §5", get("X: \(String(repeating: "a", count: 200_000))\r\n"), 431),
        FramingRow("1,000 fields", "6585 §5", get(String(repeating: "X: y\r\n", count: 1_000)), 431),
    ]

    private static let requestLines = [
        FramingRow("a method with @", "9110 §9.1", line("G@T / HTTP/1.1"), 400),
        FramingRow("a method in lower case", "9110 §9.1", line("get / HTTP/1.1"), 200),
        FramingRow("an unknown method", "9110 §9.1", line("BREW / HTTP/1.1"), 200),
        FramingRow("HTTP/1.2", "9112 §2.3", line("GET / HTTP/1.2"), 505),
        FramingRow("HTTP/2.0", "9112 §2.3", line("GET / HTTP/2.0"), 505),
        FramingRow("HTTP/0.9", "9112 §3", "GET /\r\n\r\n", 400),
        FramingRow("HTTP/1.1x", "9112 §2.3", line("GET / HTTP/1.1x"), 400),
        FramingRow("two spaces", "9112 §3", line("GET  / HTTP/1.1"), 400),
        FramingRow("tabs", "9112 §3", line("GET\t/\tHTTP/1.1"), 400),
        FramingRow("a space in the target", "9112 §3.2", line("GET /a b HTTP/1.1"), 400),
        FramingRow("a target beyond ASCII", "9112 §3.2", line("GET /\u{e9} HTTP/1.1"), 400),
        FramingRow("a target without a slash", "9112 §3.2", line("GET a HTTP/1.1"), 400),
        FramingRow("an empty line before", "9112 §2.2", "\r\n" + get(), 200),
        FramingRow("an absolute target", "9112 §3.2.2", line("GET http://a/ HTTP/1.1"), 200),
        FramingRow("OPTIONS *", "9112 §3.2.4", line("OPTIONS * HTTP/1.1"), 200),
        FramingRow("CONNECT", "9112 §3.2.3", "CONNECT evil:443 HTTP/1.1\r\nHost: evil:443\r\n\r\n", 400),
        FramingRow("the preface of HTTP/2", "9113 §3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        FramingRow("a TLS handshake", "9112 §3", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}", 400),
    ]

    private static let exchanges = [
        FramingRow("a request", "9112 §2.1", get(), 200),
        // The content never comes.
        FramingRow("100-continue", "9110 §10.1.1", post("Expect: 100-continue\r\nContent-Length: 5"), 100, 408),
        FramingRow("another expectation", "9110 §10.1.1", post("Expect: nonsense\r\nContent-Length: 5", "hello"), 417),
        FramingRow("two requests at once", "9112 §9.3.2", get() + second, 200, 200),
        FramingRow("HEAD", "9110 §9.3.2", line("HEAD / HTTP/1.1"), 200),
        FramingRow("GET with content", "9112 §6.3", get("Content-Length: 5\r\n") + "hello" + second, 200, 200),
        FramingRow("2 MB announced", "9110 §15.5.14", post("Content-Length: 2097152", "hello"), 413),
        FramingRow(
            "an upgrade to h2c", "9110 §7.8",
            get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"), 200),
    ]
}
