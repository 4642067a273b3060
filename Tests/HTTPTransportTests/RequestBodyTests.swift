// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import Synchronization
import Testing

/// Streamed request content over this system's transport.
@Suite struct RequestBodyTests {
    private struct Broken: Error {}

    #if APPLE_CHECK
    /// URLSession sends a sequence from a file.
    private static let isStored = true
    #else
    private static let isStored = false
    #endif

    /// This many pieces of 64 KiB, as they are requested.
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

    @Test(arguments: [true, false]) func `a request's content is sent in pieces`(_ isLengthKnown: Bool) async throws {
        let script: ScriptedServer.Script = { _, connection, log in
            log.note(await connection.head() ?? "")
            log.note("\(await connection.content(64 << 16))")
            try await connection.write(RawServer.response("200 OK", "thanks"))
            // A close before the last chunk is read would reset the connection.
            await connection.closed()
        }
        try await ScriptedServer.with(script) { server, transport in
            let reported = Mutex<[TransferProgress]>([])
            let body = RequestBody.chunks(length: isLengthKnown ? 64 << 16 : nil) { Self.pieces(64) }
                .reporting { progress in reported.withLock { $0.append(progress) } }
            let response = try await transport.stream(server.request(method: .put), body: body).collect()
            #expect(response.body == Data("thanks".utf8))
            let head = try #require(server.notes.first).lowercased()
            #expect(head.contains("content-length: \(64 << 16)\r\n") == (isLengthKnown || Self.isStored))
            #expect(head.contains("transfer-encoding: chunked\r\n") == !(isLengthKnown || Self.isStored))
            #expect(Int(server.notes[1]) ?? 0 >= 64 << 16)
            #expect(reported.withLock { $0.last } == TransferProgress(bytes: 64 << 16, total: 64 << 16))
            // With a known length, the response may arrive before the content's end is requested and reported.
            #expect(reported.withLock { $0.count } >= (isLengthKnown ? 64 : 65))
        }
    }

    // URLSession on Linux may end the program when an upload is canceled, and writes endless content to a file first.
    #if !APPLE_CHECK
    @Test func `a cancelled upload closes the connection`() async throws {
        let script: ScriptedServer.Script = { _, connection, log in
            _ = await connection.head()
            await connection.closed()
            log.note("closed")
        }
        try await ScriptedServer.with(script) { server, transport in
            let (began, beginning) = AsyncStream.makeStream(of: Void.self)
            let body = RequestBody.chunks { Self.pieces(512) { if $0 == 64 { beginning.finish() } } }
            let task = Task { try await transport.stream(server.request(method: .put), body: body) }
            for await _ in began {}
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await server.firstNote(of: ["closed"]) == "closed")
        }
    }

    @Test func `an upload that the server refuses early gets the refusal`() async throws {
        let refusal = RawServer.response("413 Content Too Large", "no")
        try await ScriptedServer.with(ScriptedServer.answering(refusal)) { server, transport in
            let body = RequestBody.chunks(length: 1 << 36) { Self.pieces(1 << 20) }
            let response = try await transport.stream(server.request(method: .put), body: body).collect()
            #expect((response.status.code, response.body) == (413, Data("no".utf8)))
            #expect(await server.firstNote(of: ["closed"]) == "closed")
        }
    }

    // libcurl waits for more content although the server has responded.
    @Test(arguments: [
        "HTTP/1.1 413 x\r\nContent-Length: 2\r\n\r\nno",
        "HTTP/1.1 413 x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n",
    ])
    func `an upload whose source waits gets a refusal`(_ refusal: String) async throws {
        try await ScriptedServer.with(ScriptedServer.answering(refusal)) { server, transport in
            let (source, _) = AsyncStream.makeStream(of: Data.self)
            let body = RequestBody.chunks(length: 1) { ByteChunks(source) }
            let response = try await transport.stream(server.request(method: .put), body: body).collect()
            #expect(response.status.code == 413 && response.body == Data("no".utf8))
        }
    }
    #endif

    @Test func `an error of the request's content reaches the caller as it is`() async throws {
        let script: ScriptedServer.Script = { _, connection, _ in await connection.closed() }
        try await ScriptedServer.with(script) { server, transport in
            let body = RequestBody.chunks {
                ByteChunks(
                    AsyncThrowingStream { continuation in
                        continuation.yield(Data("x".utf8))
                        continuation.finish(throwing: Broken())
                    })
            }
            await #expect(throws: Broken.self) {
                try await transport.stream(server.request(method: .put), body: body)
            }
        }
    }

    @Test(arguments: [0, 9, 10, 11])
    func `a content must have the length that it is said to have`(_ length: Int64) async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            let body = RequestBody.chunks(length: length) { ByteChunks(Data("0123456789".utf8)) }
            func put() async throws { _ = try await transport.stream(server.request(method: .put), body: body) }
            if length == 10 {
                try await put()
                #expect(server.requests.first?.hasSuffix("\r\n\r\n0123456789") == true)
            } else {
                await expect(.unusableBody) { try await put() }
            }
        }
    }

    @Test func `the progress of a short content is reported`() async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            let reported = Mutex<[TransferProgress]>([])
            let body = RequestBody.bytes(Data("x".utf8)).reporting { step in reported.withLock { $0.append(step) } }
            _ = try await transport.stream(server.request(method: .put), body: body)
            #expect(reported.withLock(\.first) == TransferProgress(bytes: 1, total: 1))
        }
    }

    @Test func `a content that can be sent once is refused the second time`() async throws {
        let body = RequestBody.once(ByteChunks(Data("x".utf8)))
        #expect(try await body.collect() == Data("x".utf8))
        await expect(.unusableBody) { try await body.collect() }
        #expect(!body.isRepeatable)
    }

    @Test func `a file is sent as it is, as often as it is asked for`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0) })
        try content.write(to: file)
        let body = try RequestBody.file(file)
        #expect(body.length == 700_000 && body.isRepeatable)
        #expect(try await (body.collect(), body.collect()) == (content, content))
        #expect(throws: (any Error).self) { try RequestBody.file(file.appendingPathExtension("missing")) }
        #expect(throws: (any Error).self) { try RequestBody.file(FileManager.default.temporaryDirectory) }
    }

    /// Files are read into reused buffers.
    @Test(arguments: [true, false])
    func `every byte of a long content arrives once and in its order`(_ isFile: Bool) async throws {
        // Longer than all buffers together, and no multiple of one.
        let content = Data((0..<6_500_001).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try content.write(to: file)
        let body =
            try isFile
            ? .file(file)
            : RequestBody.chunks(length: Int64(content.count)) {
                ByteChunks(
                    AsyncStream { continuation in
                        for piece in [content.prefix(9), content[9..<300_000], content[300_000...]] {
                            continuation.yield(piece)
                        }
                        continuation.finish()
                    })
            }
        var kept: [Data] = []
        for try await piece in try body.chunks() { kept.append(piece) }
        #expect(Data(kept.joined()) == content, "pieces that are kept do not change")
        let script: ScriptedServer.Script = { _, connection, log in
            while await connection.head() != nil {
                var received = Data()
                while received.count < content.count, let piece = await connection.read() {
                    received.append(contentsOf: piece)
                }
                log.note(received == content ? "whole" : "other bytes")
                try await connection.write(RawServer.response("200 OK", "thanks"))
            }
        }
        try await ScriptedServer.with(script) { server, transport in
            for _ in 0..<2 {
                let response = try await transport.stream(server.request(method: .put), body: body).collect()
                #expect(response.body == Data("thanks".utf8))
            }
            #expect(server.notes == ["whole", "whole"])
        }
    }

    // URLSession reads the file itself.
    #if !APPLE_CHECK
    @Test(arguments: [-1, 1])
    func `a file that gets another length is not sent as a whole one`(_ change: Int) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: 600_000).write(to: file)
        let body = try RequestBody.file(file)
        try Data(count: 600_000 + change).write(to: file)
        let script: ScriptedServer.Script = { _, connection, _ in await connection.closed() }
        try await ScriptedServer.with(script) { server, transport in
            _ = await expect(.unusableBody) {
                try await transport.stream(server.request(method: .put), body: body)
            }
        }
    }
    #endif

    @Test func `a transport that holds contents in memory streams too`() async throws {
        let echo = StubTransport { request, body in
            TransportResponse(head: HTTPResponse(status: .ok), body: Data("\(request.method) ".utf8) + body)
        }
        let body = RequestBody.chunks { ByteChunks(Data("x".utf8)) }
        let request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/")
        #expect(try await echo.stream(request, body: body).collect().body == Data("POST x".utf8))
    }
}
