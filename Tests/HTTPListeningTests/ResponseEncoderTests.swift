// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

@Suite struct ResponseEncoderTests {
    /// A response as text, without its date.
    private static func text(
        _ status: HTTPResponse.Status, _ fields: HTTPFields = [:], _ content: String = "",
        to method: HTTPRequest.Method = .get,
        closing: Bool = false
    ) -> String {
        var head = ReceivedHead()
        head.request.method = method
        let answer = Answer(HTTPResponse(status: status, headerFields: fields), Array(content.utf8))
        let bytes = ResponseEncoder.encode(answer, for: head, closing: closing)
        return String(decoding: bytes, as: UTF8.self).replacing(/\r\nDate: [^\r]{29}/, with: "", maxReplacements: 1)
    }

    @Test func `an answer has its fields in their order, then its length`() {
        let text = Self.text(.ok, [.contentType: "text/plain", .server: "a"], "hello")
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nServer: a\r\nContent-Length: 5\r\n\r\nhello")
    }

    @Test func `a final response has Connection: close`() {
        #expect(Self.text(.ok, closing: true) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }

    @Test func `the encoder replaces framing fields of the handler`() {
        let fields: HTTPFields = [
            .transferEncoding: "chunked", .contentLength: "1", .date: "now", .connection: "keep-alive",
        ]
        #expect(Self.text(.ok, fields, "hello") == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    }

    @Test func `a response to HEAD has the length but no content`() {
        #expect(Self.text(.ok, [:], "hello", to: .head) == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        #expect(Self.text(.ok, [.contentLength: "7"], to: .head) == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n")
        #expect(Self.text(.ok, [.contentLength: "-7"], to: .head) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(Self.text(.noContent, [.contentLength: "7"], to: .head) == "HTTP/1.1 204 No Content\r\n\r\n")
    }

    @Test func `omits content for statuses that forbid it`() {
        #expect(Self.text(.noContent, [:], "hello") == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(
            Self.text(.notModified, [.eTag: "\"a\""], "hello") == "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n")
        #expect(Self.text(205, [:], "hello").hasSuffix("\r\nContent-Length: 0\r\n\r\n"))
    }

    @Test(arguments: [0, 99, 100, 101, 199])
    func `a status that is not final becomes 500`(_ code: Int) {
        let text = Self.text(HTTPResponse.Status(code: code), [:], "hello")
        #expect(text == "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `line breaks in phrases and values become spaces`() {
        let text = Self.text(HTTPResponse.Status(code: 200, reasonPhrase: "OK\r\nX: y"), [.server: "a\r\nX: y"])
        #expect(text == "HTTP/1.1 200 OK  X: y\r\nServer: a  X: y\r\nContent-Length: 0\r\n\r\n")
    }

    @Test(arguments: [
        ("close", true), ("Close", true), ("keep-alive, close", true), ("keep-alive", false), ("closed", false),
    ])
    func `a handler may end the connection`(_ value: String, _ closes: Bool) {
        #expect(Answer(HTTPResponse(status: .ok, headerFields: [.connection: value])).closesConnection == closes)
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `a date is written as in RFC 9110`(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.text(seconds) == text)
    }
}
