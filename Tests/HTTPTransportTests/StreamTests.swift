// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import Synchronization
import Testing

/// Streams both ways over this system's transport.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    /// Sends this many pieces of 64 KiB, and records the number that were sent.
    private static func sending(_ count: Int) -> ScriptedServer.Script {
        { _, connection, log in
            while await connection.head() != nil {
                try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(count << 16)\r\n\r\n")
                for number in 0..<count {
                    do {
                        try await connection.write(Data(repeating: UInt8(number % 251), count: 64 << 10))
                    } catch {
                        log.note("lost")
                        throw error
                    }
                }
                log.note("sent all")
            }
            log.note("closed")
        }
    }

    @Test func `a response's content arrives in pieces, with its progress`() async throws {
        try await ScriptedServer.with(Self.sending(64)) { server in
            try await withSystemTransport(limits: TransportLimits(maximumResponseBytes: 8)) { transport in
                let reported = Mutex<[TransferProgress]>([])
                let response = try await transport.stream(server.request()).reporting { progress in
                    reported.withLock { $0.append(progress) }
                }
                #expect((response.status, response.length) == (.ok, 4 << 20))
                var (bytes, pieces) = (0, 0)
                for try await chunk in response.body { (bytes, pieces) = (bytes + chunk.count, pieces + 1) }
                #expect(bytes == 4 << 20)
                #if !APPLE_CHECK
                // Foundation on Linux cannot pause a task, so a busy machine gathers everything in one piece.
                #expect(pieces > 1)
                #endif
                let latest = reported.withLock { $0.last }
                #expect((latest, latest?.fraction) == (TransferProgress(bytes: 4 << 20, total: 4 << 20), 1))
            }
        }
    }

    #if !APPLE_CHECK
    @Test func `content whose reader waits is not fetched ahead`() async throws {
        try await ScriptedServer.with(Self.sending(1024)) { server, transport in
            var iterator = try await transport.stream(server.request()).body.makeAsyncIterator()
            _ = try await iterator.next()
            // Meanwhile, the first content could have arrived whole.
            _ = try await transport.stream(server.request()).body.first { _ in true }
            #expect(!server.notes.contains("sent all"))
        }
    }
    #endif

    @Test(arguments: [true, false]) func `a reader that stops closes the connection`(_ isCancelled: Bool) async throws {
        try await ScriptedServer.with(Self.sending(1024)) { server, transport in
            let task = Task {
                let response = try await transport.stream(server.request())
                for try await _ in response.body {
                    if !isCancelled { return }
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            if isCancelled {
                await #expect(throws: CancellationError.self) { try await task.value }
            } else {
                try await task.value
            }
            #expect(await server.firstNote(of: ["lost", "closed"]) == "lost")
        }
    }

    @Test func `a content that breaks off is a lost connection, also after its half`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"
        let script = ScriptedServer.answering(answer, hangsUp: true)
        try await ScriptedServer.with(script) { server, transport in
            let response = try await transport.stream(server.request())
            await expect(.connectionLost) { try await response.collect() }
        }
    }

    private static let dripping: ScriptedServer.Script = { _, connection, _ in
        _ = await connection.head()
        try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
        if await connection.read() != nil {}
    }

    @Test(arguments: [
        TransportLimits(idleTimeout: .milliseconds(200)), TransportLimits(streamDeadline: .milliseconds(200)),
    ])
    func `stalled content ends with the idle time and with the deadline`(limits: TransportLimits) async throws {
        try await ScriptedServer.with(Self.dripping, limits: limits) { server, transport in
            _ = await expect(.timedOut) { try await transport.stream(server.request()).collect() }
        }
    }

    @Test func `a stream may take longer than a request that is held in memory`() async throws {
        let drip = RawServer.Answer.drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", then: "1\r\nx\r\n")
        let limits = TransportLimits(deadline: .milliseconds(100), idleTimeout: .seconds(3600))
        try await RawServer.with(drip, limits: limits) { server, transport in
            // Before the request, whose later end must not postpone it.
            let response = try await transport.stream(server.request())
            await expect(.timedOut) { try await transport.send(server.request()) }
            // A drop takes five milliseconds.
            var bytes = 0
            for try await chunk in response.body {
                bytes += chunk.count
                if bytes >= 40 { break }
            }
            #expect(bytes >= 40)
        }
    }

    @Test(arguments: [(4 << 20, true), (4 << 20 + 1, false)])
    func `a content of four mebibytes is collected, and no longer one`(_ count: Int, _ isCollected: Bool) async throws {
        let response = StreamedResponse(TransportResponse(head: HTTPResponse(status: .ok), body: Data(count: count)))
        if isCollected {
            #expect(try await response.collect().body.count == count)
        } else {
            await expect(.responseTooLarge) { try await response.collect() }
        }
    }

    /// The chunk length, and the number of requested chunks: the one over 64 KiB is the last.
    @Test(arguments: [(65_537, 1), (65_536, 2), (32_768, 3), (16_384, 5)])
    func `unneeded content is read up to 64 KiB`(_ length: Int, _ expected: Int) async throws {
        let asked = Mutex(0)
        let body = ByteChunks(from: ()) { _ in
            asked.withLock { $0 += 1 }
            return Data(count: length)
        }
        await StreamedResponse(head: HTTPResponse(status: .ok), body: body).discard()
        #expect(asked.withLock(\.self) == expected)
    }

    private actor Loop {
        func read(_ chunks: ByteChunks) async throws { for try await _ in chunks {} }
    }

    @Test func `a loop on an actor gets its chunks there, also through wrappers`() async throws {
        let isolations = Mutex<[ObjectIdentifier?]>([])
        let chunks = ByteChunks(from: false) { isOver in
            let isolation = #isolation.map { ObjectIdentifier($0) }
            isolations.withLock { $0.append(isolation) }
            defer { isOver = true }
            return isOver ? nil : Data(count: 1)
        }
        let loop = Loop()
        let response = StreamedResponse(head: HTTPResponse(status: .ok), body: chunks)
        try await loop.read(response.reporting { _ in }.body)
        #expect(isolations.withLock(\.self) == [ObjectIdentifier(loop), ObjectIdentifier(loop)])
    }

    @Test(arguments: [(0, 0, 1), (5, 10, 0.5), (0, 10, 0), (20, 10, 1), (5, nil, nil)] as [(Int64, Int64?, Double?)])
    func `the fraction of a transfer is at most one, and unknown without a total`(
        _ bytes: Int64, _ total: Int64?, _ fraction: Double?
    ) { #expect(TransferProgress(bytes: bytes, total: total).fraction == fraction) }

    private struct Broken: Error {}

    @Test func `a slow observer gets only the latest progress`() async throws {
        let seen = Mutex<[Int64]>([])
        let (gate, reported) = AsyncStream<Never>.makeStream()
        let result = await TransferProgress.watching { updates in
            for await _ in gate {}
            for await progress in updates { seen.withLock { $0.append(progress.bytes) } }
        } during: { report in
            for bytes in 1...100 { report(TransferProgress(bytes: Int64(bytes), total: nil)) }
            reported.finish()
            return "done"
        }
        #expect(result == "done")
        #expect(seen.withLock { $0 } == [100])
        await #expect(throws: CancellationError.self) {
            try await TransferProgress.watching({ for await _ in $0 {} }, during: { _ in throw CancellationError() })
        }
    }
}
