// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import HTTPListening

/// After the last response, a reset would take it from a client that still sends.
@Suite struct LingerTests {
    private static let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test(arguments: [last, "tessera\r\n"])
    func `what a client still sends is read for two seconds`(_ request: String) async {
        let stream = await ScriptedStream([(0, request), (1, "a"), (1, "b"), (2, "c"), (3, "d")]).serve()
        #expect(stream.isClosed && stream.statuses.count == 1)
        #expect(stream.seconds == 2 && stream.unread == 2)
    }

    @Test func `reads up to one mebibyte that a client still sends`() async {
        let stream = ScriptedStream([(0, Self.last), (0, String(repeating: "a", count: (1 << 20) + 20_000))])
        await stream.serve()
        #expect(stream.isClosed && stream.unread == 20_000)
    }

    @Test func `a client that ends its side is not waited for`() async {
        let stream = await ScriptedStream([(0, Self.last), (1, ""), (2, "a")]).serve()
        #expect(stream.seconds == 1 && stream.unread == 1)
    }
}
