// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

/// The deadline of a client that reads nothing; the clock moves only while the server waits.
@Suite struct ResponseDeadlineTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a client that takes nothing for the whole time loses its connection`() async {
        let stream = await ScriptedStream([(0, Self.request)], taking: []).serve()
        #expect(stream.isClosed)
        #expect(stream.seconds == 60)
        #expect(stream.written.isEmpty)
    }

    @Test func `a client that takes a piece in time has the whole time for the next one`() async {
        let stream = ScriptedStream(
            [(0, Self.request), (140, Self.request)], taking: [(40, 1), (80, 1), (120, 1000), (199, 1000)])
        await stream.serve()
        #expect(stream.statuses == [200, 200])
    }
}
