// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

@Suite struct ContentTests {
    private static func post(_ fields: String) -> String { "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n" }

    @Test func `100 (Continue) is sent when the handler reads, and only then`() async {
        let head = Self.post("Expect: 100-continue\r\nContent-Length: 1")
        #expect(await ScriptedStream([(0, head), (1, "a")]).serve().statuses == [100, 200])
        let refuses = await ScriptedStream([(0, head)]).serve { _, _ in Answer(HTTPResponse(status: .forbidden)) }
        #expect(refuses.statuses == [403])
        #expect(refuses.written.contains("\r\nConnection: close\r\n"))
    }

    @Test func `a client that sends its content at once gets no 100`() async {
        let stream = await ScriptedStream([(0, Self.post("Expect: 100-continue\r\nContent-Length: 1") + "a")]).serve()
        #expect(stream.statuses == [200])
    }

    @Test(arguments: [(65_536, [200, 200]), (65_537, [200])])
    func `unread content is discarded up to a limit`(_ count: Int, _ statuses: [Int]) async {
        let content = String(repeating: "a", count: count)
        for head in [Self.post("Content-Length: \(count)"), Self.post("Transfer-Encoding: chunked")] {
            let isChunked = head.contains("chunked")
            let sent = isChunked ? "\(String(count, radix: 16))\r\n\(content)\r\n0\r\n\r\n" : content
            let stream = ScriptedStream([(0, head), (0, sent + Self.post("Content-Length: 0"))])
            await stream.serve { _, _ in Answer(HTTPResponse(status: .ok)) }
            #expect(stream.statuses == statuses)
        }
    }

    @Test(arguments: [(5, 200), (4, 413)])
    func `a handler collects up to its limit, and nothing of longer content`(limit: Int, status: Int) async {
        for head in [
            Self.post("Content-Length: 5") + "hello",
            Self.post("Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n",
            Self.post("Transfer-Encoding: chunked") + "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
        ] {
            let stream = await ScriptedStream([(0, head)]).serve { request, _ in
                do {
                    return Answer(HTTPResponse(status: .ok), try await request.content?.collect(upTo: limit) ?? [])
                } catch is ContentTooLong {
                    return Answer(HTTPResponse(status: .contentTooLarge))
                }
            }
            #expect(stream.statuses == [status])
        }
    }

    @Test func `malformed content wins over the handler's answer, and stays malformed`() async {
        let stream = await ScriptedStream([(0, Self.post("Transfer-Encoding: chunked") + "x")]).serve { request, _ in
            for _ in 0..<2 {
                await #expect(throws: ConnectionError.malformed(400)) { try await request.content?.next() }
            }
            return Answer(HTTPResponse(status: .ok))
        }
        #expect(stream.statuses == [400])
    }

    @Test func `a client that goes before its content is whole gets no answer`() async {
        let stream = await ScriptedStream([(0, Self.post("Content-Length: 5") + "hel"), (1, "")]).serve { request, _ in
            _ = try? await request.content?.collect(upTo: 10)
            return Answer(HTTPResponse(status: .ok))
        }
        #expect(stream.isClosed && stream.statuses.isEmpty)
    }

    @Test func `a request that is over gives no more content`() async {
        let stream = ScriptedStream([(0, Self.post("Content-Length: 1") + "a"), (0, Self.post("Content-Length: 0"))])
        await stream.serve { request, _ in
            if let content = request.content { stream.keep(content) }
            return Answer(HTTPResponse(status: .ok))
        }
        #expect(stream.statuses == [200, 200])
        await #expect(throws: ConnectionError.secondReader) { try await stream.kept?.next() }
    }

    @Test func `a handler that throws closes the connection without a byte`() async {
        let stream = ScriptedStream([(0, Self.post("Content-Length: 1") + "a")])
        await stream.serve { _, _ in throw CancellationError() }
        #expect(stream.isClosed && stream.written.isEmpty)
    }
}
