// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

/// The deadline of a request's content; the clock moves only while the server waits.
@Suite struct ContentDeadlineTests {
    private static func head(_ length: Int) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    @Test func `content that trickles in is ended with 408`() async {
        let stream = await ScriptedStream([(0, Self.head(100))] + (1...99).map { ($0, "a") }).serve()
        #expect(stream.isClosed)
        #expect(stream.statuses == [408])
        #expect((60...62).contains(stream.seconds))
    }

    @Test func `content that arrives in time ends nothing`() async {
        let stream = await ScriptedStream([(0, Self.head(1)), (59, "a"), (80, Self.head(1) + "b")]).serve()
        #expect(stream.statuses == [200, 200])
    }

    @Test func `every request has the whole time`() async {
        let stream = ScriptedStream([
            (0, Self.head(1)), (40, "a"), (41, Self.head(1)), (81, "a"), (82, Self.head(1)), (122, "a"),
            (123, Self.head(1)),
        ])
        await stream.serve()
        #expect(stream.isClosed)
        #expect(stream.statuses == [200, 200, 200, 408])
    }

    @Test func `a client that has its answer gets no second one`() async {
        let stream = ScriptedStream([(0, Self.head(100))])
        await stream.serve { _, _ in Answer(HTTPResponse(status: .contentTooLarge)) }
        #expect(stream.isClosed)
        #expect(stream.statuses == [413])
    }

    @Test func `an answer under way is not broken into`() async {
        // The client reads the response so slowly that the time of its own content ends.
        let stream = ScriptedStream([(0, Self.head(100))], taking: [(50, 10), (100, 1000)])
        await stream.serve { _, _ in Answer(HTTPResponse(status: .ok), Array("whole".utf8)) }
        #expect(stream.isClosed)
        #expect(stream.statuses == [200])
        #expect(stream.written.hasSuffix("\r\n\r\nwhole"))
    }

    @Test func `a timeout of a pipelined request does not replace the previous response`() async {
        let stream = ScriptedStream([(0, Self.head(1) + "a" + Self.head(1))])
        await stream.serve { request, _ in
            let content = try await request.content?.collect(upTo: 1000) ?? []
            stream.pass(seconds: 100)
            return Answer(HTTPResponse(status: .ok), content)
        }
        #expect(stream.isClosed)
        #expect(stream.statuses == [200, 408])
        #expect(stream.written.contains("\r\n\r\naHTTP/1.1 408 "))
    }

    @Test func `a pipelined request has its own deadline`() async {
        let stream = ScriptedStream([(0, Self.head(1) + "a" + Self.head(1)), (159, "b")])
        await stream.serve { request, _ in
            let content = try await request.content?.collect(upTo: 1000) ?? []
            if content == Array("a".utf8) { stream.pass(seconds: 100) }
            return Answer(HTTPResponse(status: .ok), content)
        }
        #expect(stream.statuses == [200, 200])
    }

    @Test func `a client that always has bytes ready does not outlast the deadline`() async {
        let stream = ScriptedStream([(0, Self.head(4)), (0, "a"), (0, "b"), (0, "c"), (0, "d")])
        await stream.serve { request, _ in
            // No read waits, and yet time passes.
            var content: [UInt8] = []
            while let piece = try await request.content?.next() {
                content += piece
                stream.pass(seconds: 25)
            }
            return Answer(HTTPResponse(status: .ok), content)
        }
        #expect(stream.isClosed)
        #expect(stream.statuses == [408])
    }
}
