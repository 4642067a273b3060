// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import LocalCertificates
import ProgramLifecycle
import ServerTLS

/// The same server over TLS, tested with Python's OpenSSL.
@Suite(.timeLimit(.minutes(1))) struct TLSTests {
    /// Runs a server over TLS, and drains it after `body`.
    private func withServer(
        idleTime: Duration = .seconds(30), body: @Sendable (_ port: Int, _ authority: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = try LocalCertificates(in: folder, now: Date())
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder: HTTPServerTests.router().buildResponder(), at: ServerAddress(port: 0, scheme: .https),
            identity: try CurrentTLSIdentity(certificates.identity), logger: HTTPServerTests.logger, idleTime: idleTime
        ) { continuation.yield($0) }
        let (program, group) = (ServerProgram([server], logger: HTTPServerTests.logger, endingWith: []), Ending())
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await program.run(until: group) }
            try await body(#require(await ports.first { _ in true }), certificates.authorityFile.path)
            group.request()
            try await tasks.waitForAll()
        }
    }

    /// Python's output on a handshake and the first response.
    private func handshake(_ arguments: String...) async throws -> String {
        try await run("handshake.py", arguments)
    }

    private func run(_ script: String, _ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script)
        process.arguments = arguments
        return try await process.runToEnd().output.trimmingCharacters(in: .newlines)
    }

    @Test(arguments: ["localhost", "127.0.0.1", "::1"], ["TLSv1_2", "TLSv1_3"])
    func `the server answers under each name, in both versions`(_ host: String, version: String) async throws {
        try await withServer { port, authority in
            let answer = try await handshake(authority, host, "\(port)", version)
            #expect(answer == version.replacing("_", with: ".") + " HTTP/1.1 200 OK")
        }
    }

    @Test(arguments: ["TLSv1_2", "TLSv1_3"])
    func `a waiting client learns that the server ends`(_ version: String) async throws {
        try await withServer(idleTime: .seconds(3)) { port, authority in
            let answer = try await handshake(authority, "localhost", "\(port)", version, "waiting")
            #expect(answer == version.replacing("_", with: ".") + " HTTP/1.1 200 OK")
        }
    }

    /// This process's TCP connections; Foundation leaves other descriptors on threads that start a process, such as UDP
    /// pairs.
    private static var openConnections: Int {
        (Int32(0)..<1024).count { descriptor in
            var (address, type) = (sockaddr(), Int32(0))
            var (length, size) = (socklen_t(MemoryLayout<sockaddr>.size), socklen_t(MemoryLayout<Int32>.size))
            return getpeername(descriptor, &address, &length) == 0 && Int32(address.sa_family) == AF_INET
                && getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == PlainSocket.stream
        }
    }

    @Test(arguments: ["TLSv1_2", "TLSv1_3"])
    func `a handshake that ends after any byte leaves nothing open`(_ version: String) async {
        // In its own process, where no other test opens descriptors.
        await #expect(processExitsWith: .success) { [version] in
            let tests = TLSTests()
            try await tests.withServer { port, authority in
                let good = try await tests.handshake(authority, "localhost", "\(port)", version)
                let count = try #require(Int(try await tests.run("cut.py", [authority, "\(port)", version])))
                #expect(count > 400)
                let held = try PlainSocket(connectedTo: port)
                try await until { TLSTests.openConnections == 2 }
                held.close()
                try await until { TLSTests.openConnections == 0 }
                let answer = try await tests.handshake(authority, "localhost", "\(port)", version)
                #expect(answer == good && good.hasSuffix(" HTTP/1.1 200 OK"))
            }
        }
    }

    @Test(arguments: ["example.com", "127.0.0.2"])
    func `no client takes the server for another`(_ host: String) async throws {
        try await withServer { port, authority in
            let answer = try await handshake(authority, host, "\(port)")
            #expect(answer == "CERTIFICATE_VERIFY_FAILED")
        }
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nhalf"])
    func `plain HTTP gets a hint to use https`(_ request: String) async throws {
        try await withServer { port, _ in
            let answer = try await RawConnection(port: port).exchange(request)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(
                answer.hasSuffix(
                    "\r\n\r\nThis port accepts only https: begin the URL with https:// and send it again.\n"))
        }
    }

    @Test(arguments: ["\u{16}\u{3}\u{1}\u{0}\u{5}nonsense", "\u{0}\u{1}", "tessera"])
    func `bytes of neither protocol end the connection alone`(_ bytes: String) async throws {
        try await withServer(idleTime: .seconds(1)) { port, authority in
            _ = try await RawConnection(port: port).exchange(bytes)
            #expect(try await handshake(authority, "localhost", "\(port)") == "TLSv1.3 HTTP/1.1 200 OK")
        }
    }

    @Test(arguments: ["", "\u{16}", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}"])
    func `a handshake that stalls ends`(_ greeting: String) async throws {
        try await withServer(idleTime: .seconds(1)) { port, _ in
            let answer = try await RawConnection(port: port).exchange(greeting)
            #expect(answer.isEmpty)
        }
    }
}
