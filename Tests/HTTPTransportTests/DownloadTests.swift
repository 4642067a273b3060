// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import Synchronization
import Testing

@Suite struct DownloadTests {
    private static let content = Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 % 251) })

    private static func inFolder(_ body: (_ folder: URL, _ file: URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder, folder.appending(path: "film"))
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private final class Gate: Sendable {
        let (opened, opening) = AsyncStream.makeStream(of: Void.self)
    }

    private let gate = Gate()
    private static let path = "/film?code=secret"

    /// Serves ranges by RFC 9110 §14; interrupts the first connection once `first` bytes have arrived.
    private func serving(
        breakingAfter first: Int? = nil, fields: String = "ETag: \"v1\"\r\n", changedTo changed: String? = nil
    ) -> ScriptedServer.Script {
        let content = Self.content
        let gate = gate
        let script: ScriptedServer.Script = { number, connection, log in
            guard let head = await connection.head() else { return }
            let fields = number > 0 ? changed ?? fields : fields
            let range = head.firstMatch(of: #/(?i)\r\nrange: bytes=(\d+)-\r\n/#).flatMap { Int($0.1) }
            let condition = head.firstMatch(of: #/(?i)\r\nif-range: (.*)\r\n/#)?.1
            log.note("\(range.map(String.init) ?? "all") \(condition ?? "")")
            let start = condition.map { fields.contains($0) } == false ? 0 : range ?? 0
            if start == content.count {
                try await connection.write(
                    "HTTP/1.1 416 Range Not Satisfiable\r\n\(fields)Content-Range: bytes */\(start)\r\nContent-Length: 0\r\n\r\n"
                )
                return
            }
            let rest = content.dropFirst(start)
            let status =
                start == 0
                ? "200 OK\r\n"
                : "206 Partial Content\r\nContent-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n"
            try await connection.write("HTTP/1.1 \(status)\(fields)Content-Length: \(rest.count)\r\n\r\n")
            guard number == 0, let first else { return try await connection.write(Data(rest)) }
            try await connection.write(Data(rest.prefix(first)))
            for await _ in gate.opened {}
        }
        return script
    }

    private func breaksOff(_ server: ScriptedServer, to file: URL, after first: Int64 = 200_000) async throws {
        try await withSystemTransport { transport in
            _ = await expect(.connectionLost) {
                try await transport.download(server.request(Self.path), to: file, resuming: true) { [gate] progress in
                    if progress.bytes == first { gate.opening.finish() }
                }
            }
        }
    }

    private func again(
        _ server: ScriptedServer, _ path: String = path, to file: URL, resuming: Bool = true
    ) async throws -> Int {
        try await withSystemTransport { transport in
            try await transport.download(server.request(path), to: file, resuming: resuming).status.code
        }
    }

    @Test func `a file appears when it is whole, in place of an older one`() async throws {
        try await Self.inFolder { folder, file in
            try Data("old".utf8).write(to: file)
            try await ScriptedServer.with(serving()) { server in
                try await withSystemTransport(limits: TransportLimits(maximumResponseBytes: 8)) { transport in
                    let reported = Mutex<[TransferProgress]>([])
                    let response = try await transport.download(server.request(), to: file) { progress in
                        reported.withLock { $0.append(progress) }
                    }
                    #expect(response.status == .ok && response.body.isEmpty)
                    #expect(reported.withLock { $0.last } == TransferProgress(bytes: 500_000, total: 500_000))
                    #expect(reported.withLock { $0.allSatisfy { $0.total == 500_000 } })
                }
            }
            #expect(try Data(contentsOf: file) == Self.content)
            #expect(try Self.names(in: folder) == ["film"])
        }
    }

    @Test(arguments: [1, 200_000, 499_999]) func `an interrupted download resumes`(_ first: Int) async throws {
        try await Self.inFolder { folder, file in
            try await ScriptedServer.with(serving(breakingAfter: first)) { server in
                try await breaksOff(server, to: file, after: Int64(first))
                #expect(try Self.names(in: folder) == ["film.part", "film.part.json"])
                let note = try String(contentsOf: folder.appending(path: "film.part.json"), encoding: .utf8)
                #expect(!note.contains("secret"))
                try await withSystemTransport { transport in
                    let reported = Mutex<[TransferProgress]>([])
                    let request = server.request(Self.path)
                    let response = try await transport.download(request, to: file, resuming: true) { progress in
                        reported.withLock { $0.append(progress) }
                    }
                    #expect(response.status.code == 206)
                    #expect(reported.withLock { $0.first?.bytes ?? 0 } > Int64(first))
                    #expect(reported.withLock { $0.last } == TransferProgress(bytes: 500_000, total: 500_000))
                }
                #expect(server.notes == ["all ", "\(first) \"v1\""])
            }
            #expect(try Data(contentsOf: file) == Self.content)
            #expect(try Self.names(in: folder) == ["film"])
        }
    }

    @Test func `a file that changed meanwhile is fetched from its beginning`() async throws {
        try await Self.inFolder { _, file in
            let script = serving(breakingAfter: 200_000, changedTo: "ETag: \"v2\"\r\n")
            try await ScriptedServer.with(script) { server in
                try await breaksOff(server, to: file)
                #expect(try await again(server, to: file) == 200)
                #expect(server.notes == ["all ", "200000 \"v1\""])
            }
            #expect(try Data(contentsOf: file) == Self.content)
        }
    }

    @Test func `a download resumes only if the caller requests it`() async throws {
        try await Self.inFolder { _, file in
            try await ScriptedServer.with(serving(breakingAfter: 200_000)) { server in
                try await breaksOff(server, to: file)
                #expect(try await again(server, to: file, resuming: false) == 200)
                #expect(server.notes == ["all ", "all "])
            }
            #expect(try Data(contentsOf: file) == Self.content)
        }
    }

    @Test(arguments: ["", "ETag: W/\"v1\"\r\n", "ETag: \"v1\"\r\nContent-Encoding: br\r\n"])
    func `a download without a strong validator leaves no file and restarts`(_ fields: String) async throws {
        try await Self.inFolder { folder, file in
            try await ScriptedServer.with(serving(breakingAfter: 200_000, fields: fields)) { server in
                try await breaksOff(server, to: file)
                #expect(try Self.names(in: folder).isEmpty)
            }
        }
    }

    @Test func `a beginning that is all of the file is put in place`() async throws {
        try await Self.inFolder { folder, file in
            try await ScriptedServer.with(serving(breakingAfter: 200_000)) { server in
                try await breaksOff(server, to: file)
                try Self.content.write(to: folder.appending(path: "film.part"))
                #expect(try await again(server, to: file) == 416)
            }
            #expect(try Data(contentsOf: file) == Self.content)
            #expect(try Self.names(in: folder) == ["film"])
        }
    }

    @Test func `a beginning that is longer than the file is thrown away`() async throws {
        try await Self.inFolder { folder, file in
            let script: ScriptedServer.Script = { number, connection, log in
                let head = await connection.head() ?? ""
                log.note(head.lowercased().contains("\r\nrange:") ? "rest" : "all")
                switch number {
                case 0: try await connection.write("HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 9\r\n\r\n12345")
                case 1:
                    try await connection.write(
                        "HTTP/1.1 416 No\r\nContent-Range: bytes */4\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                default: try await connection.write(RawServer.response("200 OK", fields: "ETag: \"w\"\r\n", "1234"))
                }
            }
            try await ScriptedServer.with(script) { server in
                try await breaksOff(server, to: file)
                #expect(try await again(server, to: file) == 200)
                #expect(server.notes == ["all", "rest", "all"])
            }
            #expect(try Data(contentsOf: file) == Data("1234".utf8))
            #expect(try Self.names(in: folder) == ["film"])
        }
    }

    @Test(arguments: ["/other?code=secret", "/film?code=secret2", "/film?", "/film"])
    func `a beginning from another address is not used`(_ path: String) async throws {
        try await Self.inFolder { _, file in
            try await ScriptedServer.with(serving(breakingAfter: 200_000)) { server in
                try await breaksOff(server, to: file)
                #expect(try await again(server, path, to: file) == 200)
                #expect(server.notes == ["all ", "all "])
            }
            #expect(try Data(contentsOf: file) == Self.content)
        }
    }

    private static let beginning = ScriptedServer.answering(
        "HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 9\r\n\r\n12345")

    @Test(arguments: [true, false])
    func `a cancelled download leaves a beginning only if it may be resumed`(_ isResuming: Bool) async throws {
        try await Self.inFolder { folder, file in
            try await ScriptedServer.with(Self.beginning) { server, transport in
                let (updates, reporting) = AsyncStream.makeStream(of: TransferProgress.self)
                let task = Task {
                    guard isResuming else {
                        return try await transport.download(server.request(), to: file) { reporting.yield($0) }
                    }
                    return try await transport.download(server.request(), to: file, resuming: true) {
                        reporting.yield($0)
                    }
                }
                _ = await updates.first { $0.bytes == 5 }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(await server.firstNote(of: ["closed"]) == "closed")
            }
            #expect(try Self.names(in: folder) == (isResuming ? ["film.part", "film.part.json"] : []))
        }
    }

    @Test func `a refusal is returned with its content, and the older file stays`() async throws {
        try await Self.inFolder { folder, file in
            try Data("old".utf8).write(to: file)
            try await RawServer.with(.bytes(RawServer.response("404 Not Found", "no film"))) { server, transport in
                let response = try await transport.download(server.request(), to: file)
                #expect(response.status.code == 404 && response.body == Data("no film".utf8))
            }
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(try Self.names(in: folder) == ["film"])
        }
    }

    @Test func `two downloads do not write one beginning`() async throws {
        try await Self.inFolder { _, file in
            try await ScriptedServer.with(Self.beginning) { server, transport in
                let (updates, reporting) = AsyncStream.makeStream(of: TransferProgress.self)
                let first = Task {
                    try await transport.download(server.request(), to: file, resuming: true) { reporting.yield($0) }
                }
                _ = await updates.first { _ in true }
                let error = await #expect(throws: POSIXError.self) {
                    try await transport.download(server.request(), to: file, resuming: true)
                }
                #expect(error?.code == .EWOULDBLOCK)
                first.cancel()
                _ = await first.result
            }
        }
    }

    @Test func `a folder that is not there is an error before any request`() async throws {
        let stub = StubTransport([.success(TransportResponse(200))])
        let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/")
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/film")
        let error = await #expect(throws: POSIXError.self) { try await stub.download(request, to: file) }
        #expect(error?.code == .ENOENT)
        #expect(stub.requests.isEmpty)
    }
}
