// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import Fixtures
import X509Certificates

@testable import ServerTLS

@Suite struct ClientCertificateTests {
    private static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func certificate(from start: Date = start) throws -> TestCertificate {
        let authority = try TestCertificate(named: "authority", isAuthority: true, from: start)
        return try TestCertificate(named: "client", signedBy: authority, from: start)
    }

    private static func offer(
        _ version: Int32, _ certificate: TestCertificate?, name: String? = nil
    ) -> TLSClient.Offer {
        TLSClient.Offer(minimumVersion: version, maximumVersion: version, name: name, certificate: certificate)
    }

    @Test(arguments: versions)
    func `a certificate of any issuer and time arrives where the server asks for it`(_ version: Int32) throws {
        let identity = try ServerIdentity.current()
        let rows: [(TestCertificate?, Bool)] = [
            (try Self.certificate(), true), (try Self.certificate(from: Self.start - 315_360_000), true), (nil, true),
            (try Self.certificate(), false),
        ]
        for name in Self.names {
            for (certificate, asks) in rows {
                let offer = Self.offer(version, certificate, name: name)
                let exchange = try TLSExchange(identity, asksForCertificate: asks, offering: offer)
                try exchange.run()
                #expect(exchange.isConnected)
                #expect(exchange.peerCertificate == (asks ? certificate.map { Array($0.der) } : nil))
            }
        }
    }

    @Test(
        arguments: versions,
        [
            ("RSA", 512, false), ("RSA", 1024, false), ("RSA", 2047, false), ("RSA-PSS", 2047, false),
            ("RSA", 2048, true), ("RSA", 3072, true), ("P-256", 0, true), ("P-384", 0, true),
        ])
    func `rejects short keys`(version: Int32, key: (String, bits: Int32, isAccepted: Bool)) throws {
        let identity = try ServerIdentity.current()
        let certificate = try GeneratedCertificate(key.0, bits: key.bits)
        for name in Self.names {
            let offer = TLSClient.Offer(
                minimumVersion: version, maximumVersion: version, name: name, certificate: certificate)
            let exchange = try TLSExchange(identity, asksForCertificate: true, offering: offer)
            try? exchange.run()
            let proven = exchange.isConnected ? exchange.peerCertificate : nil
            #expect(proven == (key.isAccepted ? Array(certificate.der) : nil))
        }
    }

    @Test func `a key of an unknown kind ends the handshake`() throws {
        let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        let certificate = try Self.certificate()
        let known = Array(certificate.der)
        let unknown = known.replacing(ellipticCurveKey, with: ellipticCurveKey.dropLast() + [0x7F])
        let offer = Self.offer(TLS1_2_VERSION, certificate)
        let exchange = try TLSExchange(ServerIdentity.current(), asksForCertificate: true, offering: offer)
        // TLS 1.2 sends certificates unencrypted.
        try? exchange.run { [$0.replacing(known, with: unknown)[...]] }
        #expect(!exchange.isConnected && exchange.peerCertificate == nil)
    }

    /// A name selects the server's second context in the handshake.
    private static let names = [nil, "localhost"]

    @Test(arguments: versions, names)
    func `a resumed session has the same certificate`(_ version: Int32, name: String?) throws {
        let identity = try ServerIdentity.current()
        let certificate = try Self.certificate()
        var session: TLSClient.Session?
        for round in 0..<3 {
            let exchange = try TLSExchange(
                identity, asksForCertificate: true, offering: Self.offer(version, certificate, name: name),
                resuming: session)
            try exchange.run()
            #expect(exchange.isConnected && exchange.client.hasResumed == (round > 0))
            #expect(exchange.peerCertificate == Array(certificate.der))
            session = exchange.client.session
            // OpenSSL resumes no session of a client without it.
            exchange.client.end()
        }
    }

    @Test(arguments: versions, names)
    func `a session of one port is not resumed at the other`(_ version: Int32, name: String?) throws {
        let identity = try ServerIdentity.current()
        let certificate = try Self.certificate()
        for asksFirst in [false, true] {
            let first = try TLSExchange(
                identity, asksForCertificate: asksFirst, offering: Self.offer(version, certificate, name: name))
            try first.run()
            for asks in [false, true] {
                let second = try TLSExchange(
                    identity, asksForCertificate: asks,
                    offering: Self.offer(version, certificate, name: name),
                    resuming: first.client.session)
                try second.run()
                #expect(second.isConnected && second.client.hasResumed == (asks == asksFirst))
                #expect((second.peerCertificate != nil) == asks)
            }
        }
    }
}
