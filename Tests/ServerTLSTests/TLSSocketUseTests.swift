// SPDX-License-Identifier: Apache-2.0
import CTesseraTLS
import HTTPListening
import Testing

@testable import ServerTLS

/// Reads and writes of a stream with TLS on its socket.
@Suite struct TLSSocketUseTests {
    private static func connected(_ version: Int32) async throws -> (ClientSocket, TLSStream) {
        let offer = TLSClient.Offer(minimumVersion: version, maximumVersion: version)
        let socket = try ClientSocket(offer, sending: [1, 2, 3])
        let stream = try #require(TLSStream(socket, ServerIdentity.current().context, asksForCertificate: false))
        var input = Input()
        #expect(try await stream.read(into: &input, atMost: 2, until: .never, cancellable: false) == 2)
        #expect(try await stream.read(into: &input, atMost: 2, until: .never, cancellable: false) == 1)
        #expect(input.bytes == [1, 2, 3])
        #expect(socket.readLimits == [16_384], "a record")
        return (socket, stream)
    }

    @Test(arguments: [false, true])
    func `only close_notify is the end of what the client sends`(_ isNotified: Bool) async throws {
        let (socket, stream) = try await Self.connected(TLS1_3_VERSION)
        if isNotified { socket.endClient() }
        var input = Input()
        do {
            #expect(try await stream.read(into: &input, atMost: 1, until: .never, cancellable: false) == 0)
            #expect(isNotified)
        } catch {
            #expect(error == .closed && !isNotified)
        }
        #expect(input.bytes.isEmpty)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a peer has ten seconds to accept some bytes of the handshake`(_ version: Int32) async throws {
        let writes = try await Self.connected(version).0.takeWrites()
        #expect(!writes.isEmpty && writes.allSatisfy { $0 == .init(count: 0, each: .seconds(10)) })
    }

    @Test(arguments: [
        (0, []), (1, [1]), (65_535, [65_535]), (65_536, [65_536]), (65_537, [65_536, 1]),
        (200_000, [65_536, 65_536, 65_536, 3392]),
    ])
    func `64 KiB are encrypted ahead of the socket`(_ count: Int, _ pieces: [Int]) async throws {
        for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
            let (socket, stream) = try await Self.connected(version)
            _ = socket.takeWrites()
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            try await stream.write(content, each: .seconds(7))
            #expect(socket.takeWrites() == pieces.map { .init(count: $0, each: .seconds(7)) })
            #expect(socket.plaintext == content)
        }
    }

    @Test func `the end is close_notify, and then that of the socket`() async throws {
        let (socket, stream) = try await Self.connected(TLS1_3_VERSION)
        _ = socket.takeWrites()
        #expect(!socket.hasEnd)
        await stream.finish(each: .seconds(3))
        #expect(socket.takeWrites() == [.init(count: 0, each: .seconds(3))])
        #expect(socket.hasEnd && socket.calls == ["finish 3.0 seconds"])
        // Nothing can encrypt it.
        stream.close()
        await stream.finish(each: .seconds(4))
        #expect(socket.takeWrites() == [])
        #expect(socket.calls == ["finish 3.0 seconds", "close", "finish 4.0 seconds"])
    }

    @Test func `the stream forwards request events and plain text to the socket`() async throws {
        let (socket, stream) = try await Self.connected(TLS1_3_VERSION)
        _ = socket.takeWrites()
        stream.begin()
        #expect(!stream.end() && stream.isDraining)
        await stream.hangUp()
        await stream.writePlain([4], each: .seconds(5))
        #expect(socket.calls == ["begin", "end", "hangUp", "writePlain [4] 5.0 seconds"])
        #expect(socket.takeWrites() == [])
    }
}
