// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Fixtures
import Foundation
import HTTPMessages
import Synchronization
import Testing

@testable import HTTPListening

/// A server on loopback, with each way to wait for sockets.
@Suite(.timeLimit(.minutes(1))) struct ListenerTests {
    /// poll(2) serves other systems, and is tested here.
    enum Way: CaseIterable {
        #if os(Linux)
        case epoll
        #endif
        case poll

        func makePoller() throws -> Poller {
            let selector: (any Selector)? =
                switch self {
                #if os(Linux)
                case .epoll: EpollSelector()
                #endif
                case .poll: PollSelector()
                }
            return Poller(try #require(selector))
        }
    }

    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    private static let hello: Handler = { _, _ in Answer(HTTPResponse(status: .ok), Array("hello".utf8)) }

    /// Runs a listener, and drains it when `body` is done.
    private func withListener(
        _ way: Way, limits: Limits = Limits(), _ handler: @escaping Handler = hello,
        body: (Listener, Int) async throws -> Void
    ) async throws {
        let poller = try way.makePoller()
        poller.start()
        defer { poller.stop() }
        let listener = Listener(poller, limits: limits, handler: handler)
        try await body(listener, try listener.listen("127.0.0.1", 0))
        await listener.drain()
        #expect(listener.connections == 0)
    }

    @Test(arguments: Way.allCases)
    func `requests on one connection are answered in turn`(_ way: Way) async throws {
        try await withListener(way) { _, port in
            let answers = try await RawConnection(port: port).exchange(Self.get + Self.get, Self.last)
            #expect(answers.components("HTTP/1.1 200 OK") == 3)
        }
    }

    @Test(arguments: Way.allCases)
    func `content longer than the buffers of both sockets comes back whole`(_ way: Way) async throws {
        try await withListener(way) { request, _ in
            Answer(HTTPResponse(status: .ok), try await request.content.collect(upTo: 1 << 26))
        } body: { _, port in
            let content = String(repeating: "0123456789abcdef", count: 1 << 19)
            let head =
                "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(content.utf8.count)\r\n\r\n"
            let answer = try await RawConnection(port: port).exchange(head + content)
            let isWhole = answer.hasSuffix("\r\n\r\n" + content)
            #expect(isWhole)
        }
    }

    @Test(arguments: Way.allCases)
    func `an idle connection is closed in its time, and its client sees that`(_ way: Way) async throws {
        var limits = Limits()
        limits.idle = .milliseconds(300)
        try await withListener(way, limits: limits) { _, port in
            let unfinished = try await RawConnection(port: port).exchange("GET / HT")
            let finished = try await RawConnection(port: port).exchange(Self.get)
            #expect(unfinished == "" && finished.hasSuffix("hello"))
        }
    }

    @Test(arguments: Way.allCases)
    func `each watch of a client ends when it goes, also after content that came later`(_ way: Way) async throws {
        let (read, reading) = AsyncStream<Void>.makeStream()
        let (gone, going) = AsyncStream<Void>.makeStream()
        try await withListener(way) { request, peer in
            await withTaskGroup { group in
                for _ in 0..<2 { group.addTask { await peer.hangUp() } }
                _ = try? await request.content.collect(upTo: 10)
                reading.yield()
                await group.waitForAll()
            }
            going.yield()
            return Answer(HTTPResponse(status: .ok))
        } body: { _, port in
            try await RawConnection(port: port).abandon("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na") {
                for await _ in read { return }
            }
            for await _ in gone { return }
        }
    }

    @Test(arguments: Way.allCases)
    func `a client beyond the limit waits until another has gone`(_ way: Way) async throws {
        var limits = Limits()
        limits.connections = 1
        try await withListener(way, limits: limits) { listener, port in
            let (first, second) = (try await RawConnection(port: port), try await RawConnection(port: port))
            try await first.abandon(Self.get) {
                try? await until { listener.connections == 1 && listener.waiting == 1 }
            }
            #expect(try await second.exchange(Self.last).hasSuffix("hello"))
        }
    }

    @Test(arguments: Way.allCases)
    func `a drain ends the wait for room at every address`(_ way: Way) async throws {
        var limits = Limits()
        limits.connections = 1
        try await withListener(way, limits: limits) { listener, port in
            let second = try listener.listen("127.0.0.1", 0)
            async let idle = RawConnection(port: port).exchange("")
            try await until { listener.connections == 1 }
            async let other = RawConnection(port: second).exchange("")
            try await until { listener.waiting == 2 }
            await listener.drain()
            _ = try await (idle, other)
        }
    }

    @Test(arguments: Way.allCases)
    func `a client whose descriptor is beyond the limit is closed`(_ way: Way) async throws {
        var limits = Limits()
        limits.descriptors = 3
        try await withListener(way, limits: limits) { _, port in
            let answer = try await RawConnection(port: port).exchange(Self.get)
            #expect(answer == "")
        }
    }

    @Test(arguments: Way.allCases)
    func `a drain that is canceled cancels the handlers and closes their connections`(_ way: Way) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        try await withListener(way) { _, _ in
            let (never, _) = AsyncStream<Never>.makeStream()
            start.yield()
            for await _ in never {}
            throw CancellationError()
        } body: { listener, port in
            async let answer = RawConnection(port: port).exchange(Self.get)
            for await _ in started { break }
            let end = Task { await listener.drain() }
            end.cancel()
            await end.value
            let text = try await answer
            #expect(text == "")
        }
    }

    @Test(arguments: Way.allCases)
    func `two drains at once both end, and nobody listens afterwards`(_ way: Way) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        try await withListener(way) { _, _ in
            start.yield()
            for await _ in released {}
            return Answer(HTTPResponse(status: .ok), Array("late".utf8))
        } body: { listener, port in
            async let answer = RawConnection(port: port).exchange(Self.get)
            for await _ in started { break }
            async let first: Void = listener.drain()
            async let second: Void = listener.drain()
            release.finish()
            _ = await (first, second)
            let text = try await answer
            #expect(text.hasSuffix("Connection: close\r\n\r\nlate"))
            let error = await #expect(throws: POSIXError.self) { try await RawConnection(port: port) }
            #expect(error?.code == .ECONNREFUSED)
        }
    }

    @Test func `a poller that does not run listens to nobody`() throws {
        let poller = try Way.poll.makePoller()
        let error = #expect(throws: ListenError.self) {
            try Listener(poller, handler: Self.hello).listen("127.0.0.1", 0)
        }
        #expect(error?.code == Int32(CT_TRY_AGAIN))
    }

    @Test func `a port in use has an errno, and a name without an address a number of its own`() async throws {
        try await withListener(.poll) { listener, port in
            let inUse = #expect(throws: ListenError.self) { try listener.listen("127.0.0.1", UInt16(port)) }
            #expect((inUse?.code ?? 0) > 0)
            let unknown = #expect(throws: ListenError.self) { try listener.listen("", 0) }
            #expect(unknown?.code == -Int32(CT_UNKNOWN_HOST))
        }
    }
}

extension String {
    fileprivate func components(_ separator: String) -> Int { ranges(of: separator).count }
}
