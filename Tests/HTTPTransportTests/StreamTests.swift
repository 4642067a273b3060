// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

/// Content in pieces, both ways, over the transport of this system.
@Suite struct StreamTests {
    /// So many pieces of 64 KiB, as they are asked for.
    private static func pieces(_ count: Int, asked: @escaping @Sendable (Int) -> Void = { _ in }) -> ByteChunks {
        ByteChunks(
            AsyncStream(unfolding: { [taken = Mutex(0)] in
                let number = taken.withLock { taken in
                    taken += 1
                    return taken
                }
                asked(number)
                return number <= count ? Data(repeating: UInt8(number % 251), count: 64 << 10) : nil
            }))
    }

    /// A script that answers with so many pieces of 64 KiB and says how many it could send.
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
                let (updates, report) = TransferProgress.updates()
                let response = try await transport.stream(server.request()).reporting(report)
                #expect(response.status == .ok)
                #expect(response.length == 4 << 20)
                var (bytes, pieces) = (0, 0)
                for try await chunk in response.body { (bytes, pieces) = (bytes + chunk.count, pieces + 1) }
                #expect(bytes == 4 << 20)
                #expect(pieces > 1)
                let latest = await updates.first { _ in true }
                #expect(latest == TransferProgress(bytes: 4 << 20, total: 4 << 20))
                #expect(latest?.fraction == 1)
            }
        }
    }

    @Test func `content whose reader waits is not fetched ahead`() async throws {
        try await ScriptedServer.with(Self.sending(1024)) { server in
            try await withSystemTransport { transport in
                let response = try await transport.stream(server.request())
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
                // A second request takes its time, in which the first content could have arrived whole.
                _ = try await transport.stream(server.request()).body.first { _ in true }
                #expect(!server.notes.contains("sent all"))
            }
        }
    }

    @Test(arguments: [true, false]) func `a request's content is sent in pieces`(_ isLengthKnown: Bool) async throws {
        let script: ScriptedServer.Script = { _, connection, log in
            log.note(await connection.head() ?? "")
            log.note("\(await connection.content(64 << 16))")
            try await connection.write(RawServer.response("200 OK", "thanks"))
        }
        try await ScriptedServer.with(script) { server in
            try await withSystemTransport { transport in
                let reported = Mutex<[TransferProgress]>([])
                let body = RequestBody.chunks(length: isLengthKnown ? 64 << 16 : nil) { Self.pieces(64) }
                    .reporting { progress in reported.withLock { $0.append(progress) } }
                let response = try await transport.stream(server.request(method: .put), body: body).collect()
                #expect(response.body == Data("thanks".utf8))
                let head = try #require(server.notes.first).lowercased()
                #expect(head.contains("content-length: \(64 << 16)\r\n") == isLengthKnown)
                #expect(head.contains("transfer-encoding: chunked\r\n") == !isLengthKnown)
                #expect(Int(server.notes[1]) ?? 0 >= 64 << 16)
                #expect(reported.withLock { $0.last } == TransferProgress(bytes: 64 << 16, total: 64 << 16))
                #expect(reported.withLock { $0.count } == 65)
            }
        }
    }

    @Test(arguments: [true, false]) func `a reader that stops closes the connection`(_ isCancelled: Bool) async throws {
        try await ScriptedServer.with(Self.sending(1024)) { server in
            try await withSystemTransport { transport in
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
    }

    @Test func `a cancelled upload closes the connection`() async throws {
        let script: ScriptedServer.Script = { _, connection, log in
            _ = await connection.head()
            await connection.closed()
            log.note("closed")
        }
        try await ScriptedServer.with(script) { server in
            try await withSystemTransport { transport in
                let (began, beginning) = AsyncStream.makeStream(of: Void.self)
                let body = RequestBody.chunks { Self.pieces(1 << 20) { if $0 == 64 { beginning.finish() } } }
                let task = Task { try await transport.stream(server.request(method: .put), body: body) }
                for await _ in began {}
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(await server.firstNote(of: ["closed"]) == "closed")
            }
        }
    }

    @Test func `a content that breaks off is a lost connection, also after its half`() async throws {
        let script: ScriptedServer.Script = { _, connection, _ in
            _ = await connection.head()
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        }
        try await ScriptedServer.with(script) { server in
            try await withSystemTransport { transport in
                let response = try await transport.stream(server.request())
                let error = await #expect(throws: TransportError.self) { try await response.collect() }
                #expect(error?.code == .connectionLost)
            }
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
    func `a content in which no byte moves ends with the idle time and with the deadline`(
        _ limits: TransportLimits
    ) async throws {
        try await ScriptedServer.with(Self.dripping) { server in
            try await withSystemTransport(limits: limits) { transport in
                let response = try await transport.stream(server.request())
                let error = await #expect(throws: TransportError.self) { try await response.collect() }
                #expect(error?.code == .timedOut)
            }
        }
    }

    @Test func `a stream may take longer than a request that is held in memory`() async throws {
        let script: ScriptedServer.Script = { _, connection, _ in
            _ = await connection.head()
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n")
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(10))
                try await connection.write("x")
            }
            await connection.closed()
        }
        let limits = TransportLimits(deadline: .milliseconds(100))
        try await ScriptedServer.with(script) { server in
            try await withSystemTransport(limits: limits) { transport in
                let response = try await transport.stream(server.request()).collect()
                #expect(response.body.count == 20)
                let error = await #expect(throws: TransportError.self) { try await transport.send(server.request()) }
                #expect(error?.code == .timedOut)
            }
        }
    }

    @Test func `an upload that the server refuses early gets the refusal`() async throws {
        let script: ScriptedServer.Script = { _, connection, log in
            _ = await connection.head()
            try await connection.write(RawServer.response("413 Content Too Large", "no"))
            await connection.closed()
            log.note("closed")
        }
        try await ScriptedServer.with(script) { server in
            try await withSystemTransport { transport in
                let body = RequestBody.chunks(length: 1 << 36) { Self.pieces(1 << 20) }
                let response = try await transport.stream(server.request(method: .put), body: body).collect()
                #expect(response.status.code == 413)
                #expect(response.body == Data("no".utf8))
                #expect(await server.firstNote(of: ["closed"]) == "closed")
            }
        }
    }

    private struct Broken: Error {}

    @Test func `an error of the request's content reaches the caller as it is`() async throws {
        let script: ScriptedServer.Script = { _, connection, _ in await connection.closed() }
        try await ScriptedServer.with(script) { server in
            try await withSystemTransport { transport in
                let body = RequestBody.chunks {
                    ByteChunks(AsyncThrowingStream { continuation in
                        continuation.yield(Data("x".utf8))
                        continuation.finish(throwing: Broken())
                    })
                }
                await #expect(throws: Broken.self) {
                    try await transport.stream(server.request(method: .put), body: body)
                }
            }
        }
    }

    @Test(arguments: [9, 10, 11]) func `a content must have the length that it is said to have`(
        _ length: Int64
    ) async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server in
            try await withSystemTransport { transport in
                let body = RequestBody.chunks(length: length) { ByteChunks(Data("0123456789".utf8)) }
                func put() async throws { _ = try await transport.stream(server.request(method: .put), body: body) }
                if length == 10 {
                    try await put()
                    #expect(server.requests.first?.hasSuffix("\r\n\r\n0123456789") == true)
                } else {
                    let error = await #expect(throws: TransportError.self) { try await put() }
                    #expect(error?.code == .unusableBody)
                }
            }
        }
    }

    @Test func `a content that can be sent once is refused the second time`() async throws {
        let body = RequestBody.once(ByteChunks(Data("x".utf8)))
        #expect(try await body.collect() == Data("x".utf8))
        let error = await #expect(throws: TransportError.self) { try await body.collect() }
        #expect(error?.code == .unusableBody)
        #expect(!body.isRepeatable)
    }

    @Test func `a file is sent as it is, as often as it is asked for`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0) })
        try content.write(to: file)
        let body = try RequestBody.file(file)
        #expect(body.length == 700_000 && body.isRepeatable)
        #expect(try await body.collect() == content)
        #expect(try await body.collect() == content)
        #expect(throws: (any Error).self) { try RequestBody.file(file.appendingPathExtension("missing")) }
        #expect(throws: (any Error).self) { try RequestBody.file(FileManager.default.temporaryDirectory) }
    }

    @Test func `a transport that holds contents in memory streams too`() async throws {
        let echo = StubTransport { request, body in
            TransportResponse(head: HTTPResponse(status: .ok), body: Data("\(request.method) ".utf8) + body)
        }
        let body = RequestBody.chunks { ByteChunks(Data("x".utf8)) }
        let request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/")
        #expect(try await echo.stream(request, body: body).collect().body == Data("POST x".utf8))
    }
}
