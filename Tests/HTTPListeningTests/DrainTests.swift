// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import Synchronization
import Testing

@testable import HTTPListening

/// The end of a server, as its clients see it.
@Suite(.timeLimit(.minutes(1))) struct DrainTests {
    @Test func `an answer under way is sent whole`() async throws {
        let poller = try #require(Poller.system())
        poller.start()
        defer { poller.stop() }
        let accepted = Mutex<SocketStream?>(nil)
        // Longer than the buffers of both sockets: the server is still writing when the client has the first piece.
        let content = [UInt8](repeating: UInt8(ascii: "a"), count: 32 << 20) + Array("z".utf8)
        let listener = Listener(
            poller,
            wrap: { socket in
                accepted.withLock { $0 = socket }
                return socket
            },
            handler: { _, _ in Answer(HTTPResponse(status: .ok), content) })
        let port = try listener.listen("127.0.0.1", 0)
        let rest = try await RawConnection(port: port)
            .exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n", upTo: "a") { accepted.withLock { $0 }?.source.drain() }
        // Outside the expectation, which would print all of it.
        let isWhole = rest.hasSuffix("z")
        #expect(isWhole)
        await listener.drain()
    }
}
