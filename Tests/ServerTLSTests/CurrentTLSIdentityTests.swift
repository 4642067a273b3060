// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import Fixtures
import HTTPServing
import OAuthMessages
import SystemCryptography
import X509Certificates

@testable import ServerTLS

/// Valid and invalid identities, and their changes.
@Suite struct CurrentTLSIdentityTests {
    private static func identity(_ certificates: String, _ key: String) -> TLSIdentity {
        TLSIdentity(certificates: certificates, privateKey: Redacted(key))
    }

    @Test(arguments: [false, true])
    func `a certificate and its key in each form are an identity`(_ hasParameters: Bool) throws {
        let certificate = SampleIdentity.certificate
        let key = hasParameters ? SampleIdentity.keyWithParameters : SampleIdentity.key
        for text in [certificate, "subject=sample\n" + certificate + "\n\n", key + "\n" + certificate] {
            let exchange = try TLSExchange(CurrentTLSIdentity(Self.identity(text, key)))
            try exchange.run()
            #expect(exchange.isConnected && exchange.client.serverCertificate?.pem == certificate)
            #expect(ERR_peek_error() == 0)
        }
    }

    @Test func `the certificates behind the first one are sent with it`() throws {
        let chain = try SampleIdentity.certificate + "\n" + ServerIdentity().certificate(named: "above")
        let exchange = try TLSExchange(CurrentTLSIdentity(Self.identity(chain, SampleIdentity.key)))
        try exchange.run()
        #expect(exchange.isConnected && exchange.client.chainLength == 2)
    }

    private static let good = SampleIdentity.certificate + "\n"
    static let refused: [(TLSError.Code, String, String)] = [
        (.noCertificate, "", SampleIdentity.key), (.noCertificate, "nonsense", SampleIdentity.key),
        (.noCertificate, SampleIdentity.key, SampleIdentity.key),
        (.damagedCertificate, String(good.prefix(120)), SampleIdentity.key),
        (.damagedCertificate, good.replacing("MIIB", with: "AAAA"), SampleIdentity.key),
        (.damagedCertificate, good + good.prefix(120), SampleIdentity.key),
        (.damagedCertificate, good + good.replacing("MIIB", with: "MI!B"), SampleIdentity.key),
        (.refusedCertificate, SampleIdentity.smallCertificate, SampleIdentity.key),
        (.refusedCertificate, good + SampleIdentity.smallCertificate, SampleIdentity.key),
        (.unreadableKey, good, ""), (.unreadableKey, good, good), (.unreadableKey, good, SampleIdentity.encryptedKey),
        (.unreadableKey, good, SampleIdentity.keyEncryptedByHeader),
        (.unreadableKey, good, String(SampleIdentity.key.prefix(100))),
        (.keyMismatch, good, P256.Signing.PrivateKey().pemRepresentation),
    ]

    @Test(arguments: refused.indices) func `what is no identity is refused by code`(_ row: Int) throws {
        let (code, certificates, key) = Self.refused[row]
        let error = #expect(throws: TLSError.self) { try CurrentTLSIdentity(Self.identity(certificates, key)) }
        #expect(error?.code == code)
        // For clients that name a host.
        let forNames = TLSIdentity(
            certificates: Self.good, certificatesForNames: certificates, privateKey: Redacted(key))
        let second = #expect(throws: TLSError.self) { try CurrentTLSIdentity(forNames) }
        #expect(second?.code == code)
        #expect(ERR_peek_error() == 0)
    }

    @Test func `each code but that of an OpenSSL without TLS has a row`() {
        #expect(Set(Self.refused.map(\.0)) == Set(TLSError.Code.allCases).subtracting([.unavailable]))
    }

    @Test func `an error contains the failure and its cause`() {
        let error = #expect(throws: TLSError.self) {
            try CurrentTLSIdentity(Self.identity(SampleIdentity.smallCertificate, SampleIdentity.key))
        }
        #expect(error.map { "\($0)" } == "a certificate cannot be used (ee key too small)")
        let none = #expect(throws: TLSError.self) { try CurrentTLSIdentity(Self.identity("", "")) }
        #expect(none.map { "\($0)" } == "the file contains no PEM certificate")
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a replaced identity serves the next handshake, and open connections go on`(_ version: Int32) throws {
        let identity = try ServerIdentity.current()
        let offer = TLSClient.Offer(minimumVersion: version, maximumVersion: version, name: "localhost")
        let open = try TLSExchange(identity, offering: offer)
        let begun = try TLSExchange(identity, offering: offer)
        try open.run()
        let before = open.client.serverCertificate?.bytes
        try identity.replace(with: ServerIdentity.current())
        open.client.write([1])
        try open.run()
        #expect(open.plaintext == [1])
        // A handshake that began earlier keeps the earlier identity, although nothing else does.
        try begun.run()
        #expect(begun.isConnected && begun.client.serverCertificate?.bytes == before)
        let next = try TLSExchange(identity, offering: offer, resuming: open.client.session)
        try next.run()
        #expect(next.isConnected && !next.client.hasResumed)
        #expect(next.client.serverCertificate?.bytes != before)
    }
}
