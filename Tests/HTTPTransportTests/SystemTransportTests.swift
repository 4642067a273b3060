// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import Testing

/// This system's transport with a server that sends raw bytes.
@Suite struct SystemTransportTests {
    private static let short = TransportLimits(deadline: .milliseconds(300))

    private func failure(
        _ answer: RawServer.Answer, _ limits: TransportLimits = TransportLimits()
    ) async throws -> TransportError {
        try await RawServer.with(answer, limits: limits) { server, transport in
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(server.request("/path?code=secret"))
            }
            let thrown = try #require(error)
            #expect(!"\(thrown)".contains("secret"), "a query may hold one")
            return thrown
        }
    }

    @Test func `a request and its answer arrive whole`() async throws {
        let content = "Ñandú 李\0\r\n"
        let answer = RawServer.response(
            "201 Created", fields: "X-One: a\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n", content)
        try await RawServer.with(.bytes(answer)) { server, transport in
            var request = server.request("/a%20b?q=%27x%27&r=1+1", method: .post)
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            request.headerFields[.authorization] = "Bearer abc"
            let response = try await transport.send(request, body: Data(content.utf8))
            #expect((response.status.code, response.body) == (201, Data(content.utf8)))
            #expect(response.head.headerFields[values: .setCookie] == Self.cookies)
            let heard = try #require(server.requests.first)
            #expect(heard.hasPrefix("POST /a%20b?q=%27x%27&r=1+1 HTTP/1.1\r\n"))
            #expect(heard.hasSuffix("\r\n\r\n" + content))
            #expect(heard.lowercased().contains("\r\nauthorization: bearer abc\r\n"))
            #expect(heard.lowercased().contains("\r\nhost: 127.0.0.1:\(server.port)\r\n"))
        }
    }

    private static let localNames = ["localhost", "tenant.localhost", "A.B.LocalHost"]
    #if APPLE_CHECK
    // URLSession on Linux joins fields of one name as Apple's does.
    private static let cookies = ["a=1, b=2"]
    #else
    private static let cookies = ["a=1", "b=2"]
    #endif

    @Test(arguments: localNames)
    func `plain http to a name below localhost causes no DNS query`(_ host: String) async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "\(host):\(server.port)", path: "/a?b=c")
            #expect(try await transport.send(request).status == .ok)
            let heard = try #require(server.requests.first)
            #expect(heard.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
            #expect(heard.contains("\r\nHost: \(host):\(server.port)\r\n"))
        }
    }

    @Test(arguments: ["200 OK", "204 No Content", "401 Unauthorized", "404 Not Found", "500 Internal Server Error"])
    func `every status is an answer`(_ status: String) async throws {
        let answer = status.hasPrefix("204") ? "HTTP/1.1 204 No Content\r\n\r\n" : RawServer.response(status, "x")
        try await RawServer.with(.bytes(answer)) { server, transport in
            let response = try await transport.send(server.request())
            #expect("\(response.status.code)" == status.prefix(3))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `a redirect is not followed`(_ status: Int) async throws {
        try await RawServer.with(
            .bytes(RawServer.response("\(status) Moved", fields: "Location: /elsewhere\r\n"))
        ) { server in
            try await withSystemTransport { transport in
                var request = server.request()
                request.headerFields[.authorization] = "Bearer abc"
                let response = try await transport.send(request)
                #expect((response.status.code, response.head.headerFields[.location]) == (status, "/elsewhere"))
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test func `cookies are not kept`() async throws {
        try await RawServer.with(.bytes(RawServer.response(fields: "Set-Cookie: a=1\r\n"))) { server, transport in
            for _ in 0..<2 { _ = try await transport.send(server.request()) }
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
        }
    }

    // Two lines would be two cookie strings. RFC 6265 §5.4, RFC 9113 §8.2.3
    @Test func `the pairs of Cookie are sent in one field`() async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            var request = server.request()
            request.headerFields = [.cookie: "a=1", .accept: "text/html", .cookie: "b=2; c=3"]
            _ = try await transport.send(request)
            let lines = try #require(server.requests.first).split(separator: "\r\n")
            #expect(lines.filter { $0.lowercased().hasPrefix("cookie:") }.map { $0.dropFirst(8) } == ["a=1; b=2; c=3"])
            #expect(lines.contains { $0.lowercased() == "accept: text/html" })
        }
    }

    @Test func `a server that never answers ends with the deadline`() async throws {
        #expect(try await failure(.silence, Self.short).code == .timedOut)
    }

    @Test func `a head that never ends ends with the deadline`() async throws {
        #expect(try await failure(.drip("HTTP/1.1 200 OK\r\n", then: "X: y\r\n"), Self.short).code == .timedOut)
    }

    @Test func `content that drips for ever ends with the deadline`() async throws {
        let answer = RawServer.Answer.drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", then: "1\r\nx\r\n")
        #expect(try await failure(answer, Self.short).code == .timedOut)
    }

    @Test(arguments: [8, 9]) func `content that is too long is refused`(_ length: Int) async throws {
        let answer = RawServer.response("200 OK", String(repeating: "x", count: length))
        let limits = TransportLimits(maximumResponseBytes: 8)
        if length > 8 {
            #expect(try await failure(.bytes(answer), limits).code == .responseTooLarge)
        } else {
            try await RawServer.with(.bytes(answer), limits: limits) { server, transport in
                let response = try await transport.send(server.request())
                #expect(response.body.count == 8)
            }
        }
    }

    @Test func `content of no stated length is refused when it is too long`() async throws {
        let answer = RawServer.Answer.drip(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", then: "4\r\nxxxx\r\n")
        #expect(try await failure(answer, TransportLimits(maximumResponseBytes: 8)).code == .responseTooLarge)
    }

    @Test(arguments: [
        "hello\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n\r\n", "HTTP/1.1 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "\u{16}\u{3}\u{1}\0\0",
    ])
    func `an answer that is not HTTP is a lost connection`(_ bytes: String) async throws {
        #expect(try await failure(.bytes(bytes)).code == .connectionLost)
    }

    @Test func `a server that hangs up is a lost connection`() async throws {
        #expect(try await failure(.hangUp).code == .connectionLost)
    }

    // Foundation on Linux ends the process at the first, when script/apple-check runs this over URLSession.
    #if !APPLE_CHECK
    // libcurl considers the first complete, and waits for the second.
    @Test(arguments: ["HTTP/1.1 200 OK\r\nX: y\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"])
    func `a head without its end, and another protocol, are a lost connection`(_ head: String) async throws {
        try await ScriptedServer.with(ScriptedServer.answering(head, hangsUp: true)) { server, transport in
            _ = await expect(.connectionLost) { try await transport.send(server.request()) }
        }
    }
    #endif

    #if !APPLE_CHECK && !canImport(Darwin)
    @Test func `a URL that is too long for libcurl is an unusable target`() async throws {
        let path = "/" + String(repeating: "a", count: 8_000_000)
        let error = try await withSystemTransport { transport in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: path)
            return await expect(.unusableTarget) { try await transport.send(request) }
        }
        #expect(error?.message.hasPrefix("libcurl rejected part of the request: ") == true)
    }
    #endif

    /// The client library would retry until the deadline, and then report a time-out.
    @Test func `a port without a listener is unreachable`() async throws {
        let taken = try PlainSocket.withoutListening()
        defer { taken.close() }
        try await withSystemTransport { transport in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(taken.port)", path: "/")
            await expect(.unreachable) { try await transport.send(request) }
        }
    }

    @Test func `a task that is cancelled stops waiting`() async throws {
        try await RawServer.with(.silence) { server, transport in
            let task = Task { try await transport.send(server.request()) }
            try await until { server.requests.count == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(arguments: [
        ("ftp", "localhost"), ("file", ""), ("http", ""), ("", "localhost"), ("http", "127%2e0.0.1:80"),
        ("http", "me@localhost"), ("http", "127.1"), ("http", "localhost."), ("http", "a_b.localhost"),
    ])
    func `an address that is not the web's is not asked`(_ scheme: String, _ authority: String) async throws {
        try await withSystemTransport { transport in
            let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
            await expect(.unusableTarget) { try await transport.send(request) }
        }
    }

    @Test func `without a path, the root is requested`() async throws {
        try await RawServer.with(.bytes(RawServer.response())) { server, transport in
            var request = server.request()
            request.path = nil
            _ = try await transport.send(request)
            #expect(server.requests.first?.hasPrefix("GET / HTTP/1.1\r\n") == true)
        }
    }

    @Test(arguments: [".evil.example/x", "@evil.example/", ":1@evil.example/", "x"])
    func `rejects a path that would extend the host name`(_ path: String) async throws {
        try await withSystemTransport { transport in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: path)
            await expect(.unusableTarget) { try await transport.send(request) }
        }
    }

    @Test(arguments: [false, true]) func `a closed transport sends nothing`(wasUsed: Bool) async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server in
            let closed = try await withSystemTransport { transport in
                if wasUsed { _ = try await transport.send(server.request()) }
                return transport
            }
            await expect(.connectionLost) { try await closed.send(server.request()) }
            #expect(server.requests.count == (wasUsed ? 1 : 0))
        }
    }
}
