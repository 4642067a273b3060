// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import Testing

@Suite(.timeLimit(.minutes(1))) struct DroppedConnectionTests {
    @Test func `a dropped connection is closed without a byte, and the next one is served`() async throws {
        let router = HTTPServerTests.router()
        router.get("/drop") { _, _ -> String in throw DroppedConnection() }
        try await HTTPServerTests.withServer(router) { port, _ in
            let end = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let dropped = try await RawConnection(port: port).exchange("GET /drop \(end)")
            #expect(dropped == "")
            let served = try await RawConnection(port: port).exchange("GET / \(end)")
            #expect(served.hasSuffix("hello"))
        }
    }
}
