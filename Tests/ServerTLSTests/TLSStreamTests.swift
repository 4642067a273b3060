// SPDX-License-Identifier: Apache-2.0
import CTesseraTLS
import Fixtures
import HTTPMessages

@testable import HTTPListening
@testable import ServerTLS

/// TLS over a listener's sockets, with OpenSSL's client and each polling method.
@Suite(.timeLimit(.minutes(1))) struct TLSStreamTests {
    private static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]
    private static let get = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

    /// Runs an echo listener, and drains it after `body`.
    private func withListener(
        usingPoll usesPoll: Bool = false, asksForCertificate: Bool = false, idleTime: Duration = .seconds(30),
        _ body: (_ port: Int, _ listener: Listener, _ streams: () -> [any ByteStream]) async throws -> Void
    ) async throws {
        let poller = try #require(usesPoll ? PollSelector().map(Poller.init) : Poller.system())
        poller.start()
        defer { poller.stop() }
        var limits = Limits()
        limits.idle = idleTime
        let wrap = try ServerIdentity.current().wrapping(asksForCertificate: asksForCertificate)
        let streams = Mutex<[any ByteStream]>([])
        let listener = Listener(poller, limits: limits) { socket in
            let stream = wrap(socket)
            streams.withLock { $0 += stream.map { [$0] } ?? [] }
            return stream
        } handler: { request, peer in
            let content = try await request.content?.collect(upTo: 1 << 21) ?? []
            return Answer(HTTPResponse(status: .ok), content.isEmpty ? peer.peerCertificate ?? [] : content)
        }
        try await body(try listener.listen("127.0.0.1", 0), listener) { streams.withLock { $0 } }
        await listener.drain()
        #expect(listener.connections == 0)
    }

    private static func offer(_ version: Int32) -> TLSClient.Offer {
        TLSClient.Offer(minimumVersion: version, maximumVersion: version)
    }

    @Test(arguments: versions, [false, true])
    func `content of each size is returned completely`(_ version: Int32, usesPoll: Bool) async throws {
        try await withListener(usingPoll: usesPoll) { port, _, _ in
            for size in [1, 16_384, 16_385, 65_535, 65_536, 65_537, 1_000_000] {
                let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
                let isWhole = try await TLSConnection.with(port: port, offering: Self.offer(version)) { connection in
                    try connection.read { $0.isConnected }
                    try connection.write(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n".utf8))
                    try connection.write(content)
                    try connection.read { client in
                        guard let end = client.plaintext.firstRange(of: "\r\n\r\n".utf8) else { return false }
                        return client.plaintext.count >= end.upperBound + size
                    }
                    return connection.client.plaintext.suffix(size) == content[...]
                }
                #expect(isWhole, "\(size)")
            }
        }
    }

    @Test(arguments: versions, [false, true])
    func `the server ends after the client, and after its time`(_ version: Int32, clientEnds: Bool) async throws {
        try await withListener(idleTime: clientEnds ? .seconds(30) : .seconds(2)) { port, _, _ in
            let hasEnd = try await TLSConnection.with(port: port, offering: Self.offer(version)) { connection in
                try connection.read { $0.isConnected }
                try connection.write(Self.get)
                try connection.read { !$0.plaintext.isEmpty }
                if clientEnds { connection.client.end() }
                return try connection.read { $0.hasEnd }
            }
            #expect(hasEnd)
        }
    }

    @Test(arguments: versions)
    func `a client that goes during the handshake leaves nothing behind`(_ version: Int32) async throws {
        try await withListener { port, listener, streams in
            for resets in [false, true] {
                try await TLSConnection.with(port: port, offering: Self.offer(version)) { connection in
                    connection.client.advance()
                    try connection.flush()
                    if resets { connection.reset() }
                }
            }
            try await until { streams().count == 2 && listener.connections == 0 }
        }
    }

    @Test func `a handler gets the certificate of the client`() async throws {
        let certificate = try TestCertificate(named: "client", from: Date())
        for asks in [false, true] {
            try await withListener(asksForCertificate: asks) { port, _, _ in
                let text = try await TLSConnection.with(port: port, offering: .init(certificate: certificate)) {
                    try $0.read { $0.isConnected }
                    try $0.write(Self.get)
                    try $0.read { $0.plaintext.firstRange(of: "\r\n\r\n".utf8) != nil }
                    return $0.client.plaintext
                }
                #expect((text.firstRange(of: certificate.der) != nil) == asks)
            }
        }
    }

    @Test func `a closed stream reads and writes nothing`() async throws {
        try await withListener { port, _, streams in
            try await TLSConnection.with(port: port) { connection in
                try connection.read { $0.isConnected }
                connection.client.end()
                try connection.read { $0.hasEnd }
            }
            let stream = try #require(streams().first)
            stream.close()
            await #expect(throws: ConnectionError.closed) { try await stream.write([1], each: .seconds(1)) }
            await #expect(throws: ConnectionError.closed) {
                var input = Input()
                _ = try await stream.read(into: &input, atMost: 1, until: .never, cancellable: false)
            }
            #expect(stream.peerCertificate == nil)
        }
    }
}
