// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import Fixtures
import HTTPListening
import SystemCryptography
import X509Certificates

@testable import ServerTLS

@Suite struct TLSSessionTests {
    private static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func offer(_ version: Int32) -> TLSClient.Offer {
        TLSClient.Offer(minimumVersion: version, maximumVersion: version)
    }

    @Test(arguments: versions, [1, 2, 5, 1000])
    func `a handshake in small pieces succeeds, and data follow`(_ version: Int32, size: Int) throws {
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(version))
        try exchange.run { bytes in
            stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min(bytes.count, $0 + size)] }
        }
        #expect(exchange.isConnected && exchange.client.version == version)
        exchange.client.write(Array("question".utf8))
        try exchange.run { bytes in bytes.indices.map { bytes[$0...$0] } }
        #expect(exchange.plaintext == Array("question".utf8))
        #expect(exchange.write(Array("answer".utf8)))
        try exchange.run { bytes in bytes.indices.map { bytes[$0...$0] } }
        #expect(exchange.client.plaintext == Array("answer".utf8))
    }

    @Test(arguments: versions)
    func `a handshake cut at any byte waits for the rest, and succeeds`(_ version: Int32) throws {
        let identity = try ServerIdentity.current()
        let certificate = try TestCertificate(named: "client", from: Self.start)
        for asks in [false, true] {
            var offer = Self.offer(version)
            if asks { offer.certificate = certificate }
            var (place, longest) = (1, 1)
            while place <= longest {
                let exchange = try TLSExchange(identity, asksForCertificate: asks, offering: offer)
                try exchange.run { bytes in
                    longest = max(longest, bytes.count)
                    return [bytes.prefix(place), bytes.dropFirst(place)]
                }
                #expect(exchange.isConnected && (exchange.peerCertificate != nil) == asks, "\(place)")
                place += 1
            }
        }
    }

    @Test(arguments: versions)
    func `the certificate depends on whether the client names a host`(_ version: Int32) throws {
        let identity = try ServerIdentity.current()
        for (name, subject) in [(nil, "usual"), ("localhost", "names"), ("other.test", "names")] {
            var offer = Self.offer(version)
            offer.name = name
            let exchange = try TLSExchange(identity, offering: offer)
            try exchange.run()
            #expect(exchange.isConnected)
            #expect(exchange.client.serverCertificate?.subject == DistinguishedName(.commonName(subject)))
        }
    }

    @Test(arguments: [([], nil), (["http/1.1"], "http/1.1"), (["h2", "http/1.1"], "http/1.1")])
    func `the server chooses the only protocol that it has`(_ offered: [String], chosen: String?) throws {
        for name in [nil, "localhost"] {
            let exchange = try TLSExchange(
                ServerIdentity.current(), offering: TLSClient.Offer(name: name, protocols: offered))
            try exchange.run()
            #expect(exchange.isConnected && exchange.client.chosenProtocol == chosen)
        }
    }

    /// The offer, and the alert that refuses it. RFC 7301 §3.2, RFC 8446 §6.2
    static let refused: [(String, TLSClient.Offer, alert: Int32)] = [
        ("HTTP/2 alone", TLSClient.Offer(protocols: ["h2"]), SSL_AD_NO_APPLICATION_PROTOCOL),
        (
            "HTTP/2 alone, for a name", TLSClient.Offer(name: "localhost", protocols: ["h2", "http/1.0"]),
            SSL_AD_NO_APPLICATION_PROTOCOL
        ),
        (
            "TLS 1.1", TLSClient.Offer(minimumVersion: TLS1_VERSION, maximumVersion: TLS1_1_VERSION),
            SSL_AD_PROTOCOL_VERSION
        ),
        (
            "CBC",
            TLSClient.Offer(maximumVersion: TLS1_2_VERSION, suites: "ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA"),
            SSL_AD_HANDSHAKE_FAILURE
        ),
        (
            "no forward secrecy", TLSClient.Offer(maximumVersion: TLS1_2_VERSION, suites: "AES128-GCM-SHA256"),
            SSL_AD_HANDSHAKE_FAILURE
        ),
    ]

    @Test(arguments: refused.indices) func `an offer without common ground ends with an alert`(_ row: Int) throws {
        let (name, offer, alert) = Self.refused[row]
        let exchange = try TLSExchange(ServerIdentity.current(), offering: offer)
        try exchange.run()
        #expect(exchange.hasFailed, "\(name)")
        #expect(exchange.client.alert == alert, "\(name)")
        #expect(!exchange.write([1]))
        #expect(ERR_peek_error() == 0)
    }

    @Test(arguments: [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305",
    ])
    func `TLS 1.2 has suites of each recommended kind`(_ suite: String) throws {
        let exchange = try TLSExchange(
            ServerIdentity.current(), offering: TLSClient.Offer(maximumVersion: TLS1_2_VERSION, suites: suite))
        try exchange.run()
        #expect(exchange.isConnected)
    }

    @Test func `only a handshake may begin a connection`() throws {
        let identity = try ServerIdentity.current()
        for first in UInt8.min...UInt8.max {
            let exchange = try TLSExchange(identity)
            var refusal: ConnectionError?
            do throws(ConnectionError) {
                try exchange.receive([first, 0x03])
                // Later bytes are records of any kind.
                try exchange.receive([0x41])
            } catch {
                refusal = error
            }
            let expected: ConnectionError? =
                switch first {
                case 0x16: nil
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): .plainHTTP
                default: .closed
                }
            #expect(refusal == expected, "\(first)")
        }
    }

    @Test(arguments: versions, [1, 16_384, 16_385, 65_536, 1_000_000])
    func `content of each size arrives whole, both ways`(_ version: Int32, size: Int) throws {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(version))
        try exchange.run()
        exchange.client.write(content)
        #expect(exchange.write(content))
        try exchange.run()
        #expect(exchange.plaintext == content && exchange.client.plaintext == content)
    }

    @Test(arguments: versions)
    func `an idle connection frees long buffers, keeps short ones, and can go on`(_ version: Int32) throws {
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(version))
        try exchange.run()
        for (size, isKept) in [(16_384, true), (65_536, false), (16_384, true)] {
            let content = [UInt8](repeating: 7, count: size)
            let (received, sent) = (exchange.plaintext.count + size, exchange.client.plaintext.count + size)
            exchange.client.write(content)
            #expect(exchange.write(content))
            try exchange.run()
            #expect(exchange.plaintext.count == received && exchange.client.plaintext.count == sent)
            guard case .needsCiphertext = exchange.read(atMost: 1) else {
                Issue.record("the connection does not wait")
                return
            }
            for capacity in exchange.bufferCapacities {
                #expect(capacity <= 24_576 && (capacity >= size) == isKept, "\(size): \(capacity)")
            }
        }
    }

    @Test func `a read returns no more than was asked for, and a whole record`() throws {
        let exchange = try TLSExchange(ServerIdentity.current())
        try exchange.run()
        exchange.client.write([1, 2, 3])
        try exchange.receive(exchange.client.takeCiphertext())
        for bytes: [UInt8] in [[1, 2], [3]] {
            guard case .plaintext(let found) = exchange.read(atMost: 2) else {
                Issue.record("no plaintext")
                return
            }
            #expect(found == bytes)
        }
        exchange.client.write([UInt8](repeating: 7, count: 16_384))
        try exchange.receive(exchange.client.takeCiphertext())
        guard case .plaintext(let found) = exchange.read(atMost: 65_536) else {
            Issue.record("no plaintext")
            return
        }
        #expect(found.count == 16_384)
    }

    @Test(arguments: versions) func `a changed record ends the session with an alert`(_ version: Int32) throws {
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(version))
        try exchange.run()
        exchange.client.write(Array("question".utf8))
        var record = exchange.client.takeCiphertext()
        record[record.count - 1] ^= 1
        try exchange.receive(record)
        guard case .failed = exchange.read(atMost: 100) else {
            Issue.record("the record was read")
            return
        }
        try exchange.run()
        #expect(exchange.client.hasFailed)
        #expect(!exchange.write([1]))
        exchange.end()
        #expect(exchange.takeCiphertext().isEmpty)
        #expect(ERR_peek_error() == 0)
    }

    @Test(arguments: versions) func `each side ends by itself`(_ version: Int32) throws {
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(version))
        try exchange.run()
        exchange.client.write([1])
        exchange.client.end()
        try exchange.run()
        #expect(exchange.plaintext == [1] && exchange.hasEnded)
        #expect(exchange.write([2]))
        exchange.end()
        #expect(!exchange.takeCiphertext().isEmpty)
    }

    /// An attacker may have truncated it. RFC 8446 §6.1
    @Test(arguments: versions) func `a connection that ends without close_notify has failed`(_ version: Int32) throws {
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(version))
        #expect(throws: ConnectionError.closed) { try exchange.receive([]) }
        try exchange.run()
        exchange.client.write([1])
        try exchange.run()
        #expect(exchange.plaintext == [1] && !exchange.hasEnded)
        #expect(throws: ConnectionError.closed) { try exchange.receive([]) }
    }

    @Test func `the server's end reaches the client`() throws {
        let exchange = try TLSExchange(ServerIdentity.current())
        try exchange.run()
        exchange.end()
        try exchange.run()
        #expect(exchange.client.hasEnd)
    }

    @Test func `an end during the handshake sends nothing, and leaves no error behind`() throws {
        let exchange = try TLSExchange(ServerIdentity.current())
        exchange.end()
        #expect(exchange.takeCiphertext().isEmpty && ERR_peek_error() == 0)
    }

    @Test func `the client cannot negotiate again`() throws {
        let exchange = try TLSExchange(ServerIdentity.current(), offering: Self.offer(TLS1_2_VERSION))
        try exchange.run()
        #expect(SSL_renegotiate(exchange.client.connection) == 1)
        SSL_do_handshake(exchange.client.connection)
        try exchange.run()
        #expect(exchange.client.hasFailed)
    }
}
