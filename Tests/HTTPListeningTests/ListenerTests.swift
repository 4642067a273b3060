// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Fixtures
import HTTPMessages

@testable import HTTPListening

/// A server on loopback, with each polling method.
@Suite(.timeLimit(.minutes(1))) struct ListenerTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test(arguments: Polling.allCases)
    func `requests on one connection are answered in turn`(_ polling: Polling) async throws {
        try await polling.withListener { _, port in
            let answers = try await RawConnection(port: port).exchange(Self.get + Self.get, Self.last)
            #expect(answers.components("HTTP/1.1 200 OK") == 3)
        }
    }

    @Test(arguments: Polling.allCases)
    func `content larger than both socket buffers is returned completely`(_ polling: Polling) async throws {
        try await polling.withListener { request, _ in
            Answer(HTTPResponse(status: .ok), try await request.content?.collect(upTo: 1 << 26) ?? [])
        } body: { _, port in
            let content = String(repeating: "0123456789abcdef", count: 1 << 19)
            let head =
                "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(content.utf8.count)\r\n\r\n"
            let answer = try await RawConnection(port: port).exchange(head + content)
            #expect(answer.hasSuffix("\r\n\r\n" + content))
        }
    }

    @Test(arguments: Polling.allCases)
    func `an idle connection is closed in its time, and its client sees that`(_ polling: Polling) async throws {
        try await polling.withListener(limits: .with(\.idle, .milliseconds(300))) { _, port in
            let unfinished = try await RawConnection(port: port).exchange("GET / HT")
            let finished = try await RawConnection(port: port).exchange(Self.get)
            #expect(unfinished == "" && finished.hasSuffix("hello"))
        }
    }

    @Test(arguments: Polling.allCases)
    func `one free thread serves other clients, and deadlines hold`(polling: Polling) async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let block: @Sendable () -> Void = { release.wait() }
        try await polling.withListener(limits: .with(\.idle, .milliseconds(300))) { request, _ in
            if request.head.request.path == "/block" {
                beginning.yield()
                block()
            }
            return Answer(HTTPResponse(status: .ok), Array("hello".utf8))
        } body: { _, port in
            let count = min(max(2, Int(ct_processors())), 32) - 1
            try await withThrowingTaskGroup { group in
                let blocking = Self.last.replacing("/ ", with: "/block ")
                for _ in 0..<count { group.addTask { try await RawConnection(port: port).exchange(blocking) } }
                defer { for _ in 0..<count { release.signal() } }
                var begins = begun.makeAsyncIterator()
                for _ in 0..<count { await begins.next(isolation: nil) }
                let finished = try await RawConnection(port: port).exchange(Self.get)
                let unfinished = try await RawConnection(port: port).exchange("GET / HT")
                #expect(finished.hasSuffix("hello") && unfinished == "")
            }
        }
    }

    @Test(arguments: Polling.allCases)
    func `each watch of a client ends when it goes, also after later content`(polling: Polling) async throws {
        let (read, reading) = AsyncStream<Void>.makeStream()
        let (gone, going) = AsyncStream<Void>.makeStream()
        try await polling.withListener { request, peer in
            await withTaskGroup { group in
                for _ in 0..<2 { group.addTask { await peer.hangUp() } }
                _ = try? await request.content?.collect(upTo: 10)
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

    @Test(arguments: Polling.allCases)
    func `a client beyond the limit waits until another has gone`(_ polling: Polling) async throws {
        try await polling.withListener(limits: .with(\.connections, 1)) { listener, port in
            let (first, second) = (try await RawConnection(port: port), try await RawConnection(port: port))
            try await first.abandon(Self.get) {
                try? await until { listener.connections == 1 && listener.waiting == 1 }
            }
            #expect(try await second.exchange(Self.last).hasSuffix("hello"))
        }
    }

    @Test(arguments: Polling.allCases, [false, true])
    func `a handler that ignores its client finishes, without effect`(polling: Polling, isReset: Bool) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        try await polling.withListener { request, peer in
            guard request.head.request.path == "/slow" else { return try await Polling.hello(request, peer) }
            start.yield()
            // The server notices the client's end.
            await peer.hangUp()
            end.yield(Task.isCancelled)
            return Answer(HTTPResponse(status: .ok), [UInt8](repeating: 0, count: 32 << 20))
        } body: { listener, port in
            let client = try PlainSocket(connectedTo: port)
            try client.write(Data("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            for await _ in started { break }
            if isReset { client.reset() } else { client.close() }
            #expect(await ended.first { _ in true } == false)
            try await until { listener.connections == 0 }
            #expect(try await RawConnection(port: port).exchange(Self.last).hasSuffix("hello"))
        }
    }

    @Test(arguments: Polling.allCases)
    func `a client beyond the limit of descriptors is closed and reported`(polling: Polling) async throws {
        let (pauses, pause) = AsyncStream<Void>.makeStream()
        let onPause: @Sendable () -> Void = { pause.yield() }
        try await polling.withListener(limits: .with(\.descriptors, 3), onPause: onPause) { _, port in
            let answer = try await RawConnection(port: port).exchange(Self.get)
            #expect(answer == "")
            #expect(await pauses.first { _ in true } != nil)
        }
    }

    @Test(arguments: Polling.allCases)
    func `without a descriptor clients are closed, and served once there is one`(_ polling: Polling) async {
        // In its own process: a test that closes a descriptor, or an earlier test's poller, would make room.
        await #expect(processExitsWith: .success) { [polling] in
            var limits = Limits()
            let next = open("/dev/null", O_RDONLY)
            close(next)
            limits.descriptors = Int(next) + 32
            try await polling.withListener(limits: limits) { _, port in
                var taken: [Int32] = []
                var answer = "none yet"
                // A system thread that ends may free one: then the next is accepted too.
                while answer != "" {
                    repeat { taken.append(open("/dev/null", O_RDONLY)) } while Int(taken.last ?? 0) < limits.descriptors
                    answer = try await RawConnection(port: port).exchange(ListenerTests.last)
                }
                for descriptor in taken { close(descriptor) }
                #expect(try await RawConnection(port: port).exchange(ListenerTests.last).hasSuffix("hello"))
            }
        }
    }

    @Test(arguments: [("::", "::1"), ("::", "127.0.0.1"), ("0.0.0.0", "127.0.0.1")])
    func `a server at every address has clients of IPv4, too`(_ address: String, _ host: String) async throws {
        let poller = try Polling.poll.makePoller()
        poller.start()
        defer { poller.stop() }
        let listener = Listener(poller, handler: Polling.hello)
        let client = try await RawConnection(port: listener.listen(address, 0), host: host)
        let answer = try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(answer.hasSuffix("hello"))
        await listener.drain()
    }

    @Test func `a poller that does not run accepts no connection`() throws {
        let poller = try Polling.poll.makePoller()
        let error = #expect(throws: ListenError.self) {
            try Listener(poller, handler: Polling.hello).listen("127.0.0.1", 0)
        }
        #expect(error?.code == Int32(CT_TRY_AGAIN))
    }

    @Test func `a port in use has an errno, and a name without an address a number of its own`() async throws {
        try await Polling.poll.withListener { listener, port in
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
