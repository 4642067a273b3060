// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import Testing

@testable import HTTPTransport

/// libcurl delivers the head line by line.
@Suite struct ResponseHeadTests {
    /// The first result except `more`.
    private func read(_ text: String) -> ResponseHead.Step {
        var head = ResponseHead()
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            let step = Array(line + [UInt8(ascii: "\n")]).withUnsafeBytes { head.take($0) }
            if case .more = step { continue }
            return step
        }
        return .more
    }

    private func response(_ text: String) throws -> HTTPResponse {
        guard case .complete(let response) = read(text) else {
            Issue.record("not a complete head: \(read(text))")
            throw CancellationError()
        }
        return response
    }

    @Test func `fields keep their order and lose the blanks around their values`() throws {
        let head = try response("HTTP/1.1 200 Fine\r\nX-One: \t a b \t\r\nx-one:c\r\nEmpty:\r\n\r\n")
        #expect(head.status.code == 200 && head.status.reasonPhrase == "Fine")
        #expect(head.headerFields.map(\.name.canonicalName) == ["x-one", "x-one", "empty"])
        #expect(head.headerFields.map(\.value) == ["a b", "c", ""])
    }

    @Test(
        arguments: [
            ("HTTP/1.0 100\r\n\r\n", nil), ("HTTP/2 204\r\n\r\n", 204), ("HTTP/2 204 \r\n\r\n", 204),
            ("HTTP/3 599 x\r\n\r\n", 599), ("HTTP/1.1 999 x\r\n\r\n", 999), ("HTTP/1.1 200 OK\r\n", nil),
            ("HTTP/1.1 103 Early Hints\r\nContent-Length: 3\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n", 200),
        ] as [(String, Int?)])
    func `a head is complete at its empty line, after those of interim responses`(_ text: String, _ code: Int?) throws {
        switch (read(text), code) {
        case (.complete(let response), let code?): #expect(response.status.code == code)
        case (.more, nil): break
        case (let step, _): Issue.record("\(step)")
        }
    }

    @Test(arguments: [
        "ICY 200 OK\r\n", "HTTP/1.2 200 OK\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/1.1 099 x\r\n", "HTTP/1.1 2000 OK\r\n",
        "HTTP/1.1  200 OK\r\n", "HTTP/1.1 +20 OK\r\n", "HTTP/1.1 200 a\0b\r\n", "HTTP/1.1 200 OK\n",
        "HTTP/1.1 101 Switching Protocols\r\n", "\r\n",
    ])
    func `an invalid status line is refused`(_ line: String) {
        guard case .refused = read(line) else {
            Issue.record("\(read(line))")
            return
        }
    }

    @Test(arguments: [
        "no colon\r\n", ": no name\r\n", "a b: c\r\n", "a : b\r\n", " folded: line\r\n", "a: b\0c\r\n",
        "a: b\u{7F}\r\n", "a: b\n", "a: b\rc\r\n", "Content-Length: +5\r\n", "Content-Length: 0x5\r\n",
        "Content-Length:\r\n",
        "Content-Length: 5, 5\r\n", "Content-Length: 1234567890123456789\r\n", "Transfer-Encoding: identity\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", "Content-Length: 5\r\nContent-Length: 5\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    ])
    func `a field that two readers could understand differently is refused`(_ lines: String) {
        guard case .refused = read("HTTP/1.1 200 OK\r\n" + lines + "\r\n") else {
            Issue.record("\(read(lines))")
            return
        }
    }

    @Test(arguments: ["Content-Length: 123456789012345678\r\n", "Transfer-Encoding: Chunked\r\n"])
    func `one length is accepted`(_ line: String) throws {
        #expect(try response("HTTP/1.1 200 OK\r\n" + line + "\r\n").headerFields.count == 1)
    }

    // 256 KiB with the status line, the name, and both ends of the last line.
    @Test(arguments: [0, 1]) func `a head of 256 KiB is accepted, and no longer one`(_ excess: Int) {
        let start = "HTTP/1.1 200 OK\r\na:"
        let end = "\r\n\r\n"
        let value = String(repeating: "x", count: (256 << 10) - start.utf8.count - end.utf8.count + excess)
        switch read(start + value + end) {
        case .complete: #expect(excess == 0)
        case .refused: #expect(excess == 1)
        case .more: Issue.record("the head has no end")
        }
    }

    @Test func `trailers do not change a complete head`() throws {
        var head = ResponseHead()
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n", "Trailer: x\r\n", "\r\n"] {
            let step = Array(line.utf8).withUnsafeBytes { head.take($0) }
            if case .refused(let reason) = step { Issue.record("\(reason)") }
        }
    }
}
#endif
