// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages

@testable import HTTPListening

/// The end of a server, as its clients see it.
@Suite(.timeLimit(.minutes(1))) struct DrainTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(arguments: Polling.allCases) func `an answer under way is sent whole`(_ polling: Polling) async throws {
        let accepted = Mutex<SocketStream?>(nil)
        // Longer than the buffers of both sockets: the server still writes when the client has the first piece.
        let content = [UInt8](repeating: UInt8(ascii: "a"), count: 32 << 20) + Array("z".utf8)
        try await polling.withListener { _, _ in
            Answer(HTTPResponse(status: .ok), content)
        } wrap: { socket in
            accepted.withLock { $0 = socket }
            return socket
        } body: { _, port in
            let rest = try await RawConnection(port: port)
                .exchange(Self.get, upTo: "a") { accepted.withLock { $0 }?.source.drain() }
            // Outside of the expectation, which would print all of it.
            #expect(rest.hasSuffix("z"))
        }
    }

    @Test(arguments: Polling.allCases)
    func `a connection that waits for its next request ends at once`(_ polling: Polling) async throws {
        try await polling.withListener(limits: .with(\.idle, .seconds(3600))) { listener, port in
            let rest = try await RawConnection(port: port).exchange(Self.get, upTo: "hello") { await listener.drain() }
            #expect(rest == "")
        }
    }

    @Test(arguments: Polling.allCases)
    func `requests of connections in the backlog are answered`(_ polling: Polling) async throws {
        try await polling.withListener(limits: .with(\.connections, 1)) { listener, port in
            async let idle = RawConnection(port: port).exchange("")
            try await until { listener.connections == 1 }
            let clients = try (0..<3).map { _ in
                let client = try PlainSocket(connectedTo: port)
                try client.write(Data(Self.get.utf8))
                return client
            }
            try await until { listener.waiting == 1 }
            await listener.drain()
            for client in clients {
                var answer = Data()
                while let data = try client.read() { answer += data }
                #expect(String(decoding: answer, as: UTF8.self).hasSuffix("Connection: close\r\n\r\nhello"))
            }
            _ = try await idle
        }
    }

    @Test(arguments: Polling.allCases)
    func `a drain ends the wait for room at every address`(_ polling: Polling) async throws {
        try await polling.withListener(limits: .with(\.connections, 1)) { listener, port in
            let second = try listener.listen("127.0.0.1", 0)
            async let idle = RawConnection(port: port).exchange("")
            try await until { listener.connections == 1 }
            async let other = RawConnection(port: second).exchange("")
            try await until { listener.waiting == 2 }
            await listener.drain()
            _ = try await (idle, other)
        }
    }

    @Test(arguments: Polling.allCases)
    func `a drain that is canceled cancels the handlers and closes their connections`(_ polling: Polling) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        try await polling.withListener { _, _ in
            let (never, _) = AsyncStream<Never>.makeStream()
            start.yield()
            for await _ in never {}
            throw CancellationError()
        } body: { listener, port in
            async let answer = RawConnection(port: port).exchange(Self.get)
            for await _ in started { break }
            let end = Task { await listener.drain() }
            try await until { (try? PlainSocket(connectedTo: port)) == nil }
            end.cancel()
            await end.value
            #expect(try await answer == "")
        }
    }

    @Test(arguments: Polling.allCases)
    func `two concurrent drains both end, and no listener remains`(_ polling: Polling) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        try await polling.withListener { _, _ in
            start.yield()
            for await _ in released {}
            return Answer(HTTPResponse(status: .ok), Array("late".utf8))
        } body: { listener, port in
            async let answer = RawConnection(port: port).exchange(Self.get)
            for await _ in started { break }
            async let first: Void = listener.drain()
            async let second: Void = listener.drain()
            try await until { (try? PlainSocket(connectedTo: port)) == nil }
            release.finish()
            _ = await (first, second)
            #expect(try await answer.hasSuffix("Connection: close\r\n\r\nlate"))
            let error = await #expect(throws: POSIXError.self) { try await RawConnection(port: port) }
            #expect(error?.code == .ECONNREFUSED)
        }
    }
}
