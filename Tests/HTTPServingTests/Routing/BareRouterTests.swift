// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPServing
import Testing

/// A router alone, without middleware, on a port.
@Suite(.timeLimit(.minutes(1))) struct BareRouterTests {
    @Test func `an error that is no response is 500 without its text, and the connection stays open`() async throws {
        struct Secret: Error {}
        let router = Router(context: ServingContext.self)
        router.get("/mistake") { _, _ -> String in throw Secret() }
        router.get("/") { _, _ in "hello" }
        try await HTTPServerTests.withServer(router) { port, _ in
            let answers = try await RawConnection(port: port).exchange(
                "GET /mistake HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(answers.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
            #expect(answers.contains("Content-Length: 0\r\n") && !answers.contains("Secret"))
            #expect(answers.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test func `requests of a connection have ids of their own, which are UUIDs`() async throws {
        let router = Router(context: ServingContext.self)
        router.get("/id") { _, context in context.id + "\n" }
        try await HTTPServerTests.withServer(router) { port, _ in
            let answers = try await RawConnection(port: port).exchange(
                "GET /id HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /id HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let ids = answers.components(separatedBy: .newlines).compactMap(UUID.init(uuidString:))
            #expect(Set(ids).count == 2)
        }
    }
}
