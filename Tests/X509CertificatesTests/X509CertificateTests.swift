// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SystemCryptography
import Testing
import X509Certificates

/// What is written, and what is read.
@Suite struct X509CertificateTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private let key = P256.Signing.PrivateKey()

    private func draft(
        serialNumber: [UInt8] = [1], from start: Date = start, until end: Date = start + 60,
        extensions: [CertificateExtension] = []
    ) -> CertificateDraft {
        let name = DistinguishedName(.commonName("a"))
        return CertificateDraft(
            serialNumber: serialNumber, publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: start,
            notAfter: end, issuer: name, subject: name, extensions: extensions)
    }

    @Test(arguments: [[], [0], [0, 0], [UInt8](repeating: 1, count: 20)])
    func `a serial number is not zero, and not too long`(_ number: [UInt8]) {
        let error = #expect(throws: CertificateError.self) { try draft(serialNumber: number).signed(by: key) }
        #expect(error?.description.hasPrefix("the serial number of a certificate") == true)
    }

    @Test func `a serial number is positive, and in its shortest form`() throws {
        let rows: [([UInt8], [UInt8])] = [([0, 0, 5], [5]), ([0x80], [0, 0x80]), ([0, 0xFF, 0], [0, 0xFF, 0])]
        for (number, written) in rows {
            let bytes = try draft(serialNumber: number).signed(by: key)
            let wanted = Data([2, UInt8(written.count)] + written)
            #expect(Data(bytes).range(of: Data([0xA0, 3, 2, 1, 2]) + wanted) != nil, "\(number)")
            #expect(X509Certificate(derEncoded: bytes) != nil)
        }
    }

    @Test func `what has no place in a certificate is refused, with the reason`() throws {
        for name in [GeneralName.dnsName("bücher.example"), .rfc822Name("\u{80}"), .uniformResourceIdentifier("ж")] {
            #expect(throws: CertificateError.self) { try CertificateExtension.alternativeNames([name]) }
            #expect(throws: CertificateError.self) { try CertificateExtension.permittedNames([name]) }
        }
        for time in [-62_135_596_801, 253_402_300_800, .infinity, .nan] {
            let date = Date(timeIntervalSince1970: time)
            #expect(throws: CertificateError.self) { try draft(from: date).signed(by: key) }
            #expect(throws: CertificateError.self) { try draft(until: date).signed(by: key) }
        }
    }

    @Test func `a certificate is read, and nothing else`() throws {
        let bytes = try draft().signed(by: key)
        let certificate = try #require(X509Certificate(derEncoded: bytes))
        #expect(certificate.bytes == bytes && certificate.keyIdentifier == nil)
        #expect(certificate.publicKeyInfo == key.publicKey.subjectPublicKeyInfo)
        #expect(try certificate.alternativeNames.isEmpty && certificate.permittedNames() == nil)
        for other in [[], [0x30], bytes + [0], Array(bytes.dropLast()), Array("nonsense".utf8)] {
            #expect(X509Certificate(derEncoded: other) == nil)
        }
        #expect(!Runtime.hasPendingError)
    }

    @Test func `a text holds certificates, one after the other`() throws {
        let made = try (1...3).map { try X509Certificate(draft(serialNumber: [$0]), signedBy: key) }
        let text = made.map { $0.pem + "\n" }.joined()
        #expect(try X509Certificate.all(inPEM: "subject=a\n" + text).map(\.bytes) == made.map(\.bytes))
        #expect(try X509Certificate.all(inPEM: "").isEmpty)
        for other in [
            text.replacing("CERTIFICATE", with: "X509 CRL"), String(text.dropLast(40)), key.pemRepresentation,
        ] {
            #expect(throws: CertificateError.self) { try X509Certificate.all(inPEM: other) }
        }
    }

    @Test func `an authority vouches from the first second to the last`() throws {
        let authority = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let leaf = try TestCertificate(named: "leaf", signedBy: authority, from: Self.start)
        let root = try #require(X509Certificate(derEncoded: authority.der))
        let certificate = try #require(X509Certificate(derEncoded: leaf.der))
        for (time, isGood) in [(-0.5, false), (0, true), (86_400, true), (86_400.5, false), (86_401, false)] {
            #expect(certificate.isVouchedFor(by: [root], at: Self.start + time) == isGood, "\(time)")
        }
        #expect(!certificate.isVouchedFor(by: [], at: Self.start))
        #expect(!root.isSigned(by: certificate) && certificate.isSigned(by: root))
    }

    @Test func `no authority vouches for a certificate of which a bit was changed`() throws {
        let authority = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let root = try #require(X509Certificate(derEncoded: authority.der))
        let leaf = try TestCertificate(
            DistinguishedName(.commonName("leaf")), names: [.dnsName("leaf.example")], signedBy: authority,
            usage: [.clientAuth], from: Self.start)
        for index in leaf.der.indices {
            var bytes = Array(leaf.der)
            bytes[index] ^= 1 << UInt8(index % 8)
            guard let changed = X509Certificate(derEncoded: bytes) else { continue }
            #expect(!changed.isVouchedFor(by: [root], at: changed.notBefore), "\(index)")
            #expect(!changed.isSigned(by: root), "\(index)")
        }
        #expect(!Runtime.hasPendingError)
    }

    @Test func `many tasks judge one certificate`() async throws {
        let authority = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let leaf = try TestCertificate(named: "leaf", signedBy: authority, from: Self.start)
        let root = try #require(X509Certificate(derEncoded: authority.der))
        let certificate = try #require(X509Certificate(derEncoded: leaf.der))
        let good = await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<200 {
                tasks.addTask {
                    certificate.isVouchedFor(by: [root], at: Self.start) && certificate.isForClients
                        && certificate.subject == DistinguishedName(.commonName("leaf"))
                }
            }
            return await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(good == 200)
    }
}
