// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Fixtures
import Foundation
import SystemCryptography
import Testing
import X509Certificates

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
        #expect(error?.code == .serialNumber)
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

    @Test func `rejects values that a certificate cannot contain, with the reason`() throws {
        let texts = [GeneralName.dnsName("bücher.example"), .rfc822Name("\u{80}"), .uniformResourceIdentifier("ж")]
        for names in texts.map({ [$0] }) + [[], [.dnsName("")], [.dnsName("a"), .rfc822Name("ä")]] {
            let name = #expect(throws: CertificateError.self) { try CertificateExtension.alternativeNames(names) }
            let range = #expect(throws: CertificateError.self) { try CertificateExtension.permittedNames(names) }
            #expect(name?.code == .name && range?.code == .name)
        }
        for time in [-62_135_596_801, 253_402_300_800, .infinity, .nan] {
            let date = Date(timeIntervalSince1970: time)
            for draft in [draft(from: date), draft(until: date)] {
                let error = #expect(throws: CertificateError.self) { try draft.signed(by: key) }
                #expect(error?.code == .time)
            }
        }
    }

    @Test func `an address has as many bytes as its place allows`() throws {
        for count in 0...33 {
            let name = GeneralName.ipAddress([UInt8](repeating: 1, count: count))
            let isName = (try? CertificateExtension.alternativeNames([name])) != nil
            #expect(isName == [4, 16].contains(count))
            let isRange = (try? CertificateExtension.permittedNames([name])) != nil
            #expect(isRange == [8, 32].contains(count))
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
        #expect(ERR_peek_error() == 0)
    }

    @Test func `a text holds certificates, one after the other`() throws {
        let made = try (1...3).map { try X509Certificate(draft(serialNumber: [$0]), signedBy: key) }
        let text = made.map { $0.pem + "\n" }.joined()
        #expect(try X509Certificate.all(inPEM: "subject=a\n" + text).map(\.bytes) == made.map(\.bytes))
        #expect(try X509Certificate.all(inPEM: "").isEmpty)
        for other in [
            text.replacing("CERTIFICATE", with: "X509 CRL"), String(text.dropLast(40)), key.pemRepresentation,
        ] {
            let error = #expect(throws: CertificateError.self) { try X509Certificate.all(inPEM: other) }
            #expect(error?.code == .text)
        }
    }

    @Test func `a certificate is for clients unless it limits its key to other uses`() throws {
        let rows: [([CertificateExtension], Bool)] = [
            ([], true), ([.signsHandshakes], true), ([.signsCertificates], false),
            ([.extendedKeyUsage([.clientAuth])], true), ([.extendedKeyUsage([.serverAuth])], false),
            ([.extendedKeyUsage([.any])], true), ([.extendedKeyUsage([.serverAuth, .clientAuth])], true),
            ([.signsHandshakes, .extendedKeyUsage([.serverAuth])], false),
            ([.signsCertificates, .extendedKeyUsage([.clientAuth])], false),
        ]
        for (index, (extensions, isForClients)) in rows.enumerated() {
            let certificate = try X509Certificate(draft(extensions: extensions), signedBy: key)
            #expect(certificate.isForClients == isForClients, "\(index)")
        }
        #expect(ERR_peek_error() == 0)
    }

    @Test func `a certificate is issued by the authority that signed it, or is the authority`() throws {
        let root = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let other = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let between = try TestCertificate(named: "between", signedBy: root, isAuthority: true, from: Self.start)
        let leaf = try TestCertificate(named: "leaf", signedBy: between, from: Self.start)
        let below = try TestCertificate(named: "below", signedBy: leaf, from: Self.start)
        let rows: [(TestCertificate, [TestCertificate], Bool)] = [
            (leaf, [], false), (leaf, [root], false), (leaf, [between], true), (leaf, [other, between], true),
            (leaf, [root, other], false), (leaf, [leaf], true), (between, [root], true), (between, [other], false),
            (root, [root], true), (root, [other], false), (below, [leaf], false),
            (below, [leaf, between, root], false),
        ]
        for (index, (certificate, authorities, isIssued)) in rows.enumerated() {
            let all = authorities.compactMap { X509Certificate(derEncoded: $0.der) }
            let certificate = try #require(X509Certificate(derEncoded: certificate.der))
            #expect(certificate.isIssued(byOneOf: all, at: Self.start) == isIssued, "\(index)")
        }
    }

    @Test func `an authority vouches from the first instant to the last`() throws {
        let authority = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let leaf = try TestCertificate(named: "leaf", signedBy: authority, from: Self.start)
        let root = try #require(X509Certificate(derEncoded: authority.der))
        let certificate = try #require(X509Certificate(derEncoded: leaf.der))
        for (time, isGood) in [(-0.5, false), (0, true), (86_400, true), (86_400.5, false), (86_401, false)] {
            #expect(certificate.isIssued(byOneOf: [root], at: Self.start + time) == isGood, "\(time)")
        }
        #expect(!certificate.isIssued(byOneOf: [], at: Self.start))
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
            #expect(!changed.isIssued(byOneOf: [root], at: changed.notBefore), "\(index)")
            #expect(!changed.isSigned(by: root), "\(index)")
        }
        #expect(ERR_peek_error() == 0)
    }

    @Test func `many tasks judge one certificate`() async throws {
        let authority = try TestCertificate(named: "authority", isAuthority: true, from: Self.start)
        let leaf = try TestCertificate(named: "leaf", signedBy: authority, from: Self.start)
        let root = try #require(X509Certificate(derEncoded: authority.der))
        let certificate = try #require(X509Certificate(derEncoded: leaf.der))
        let good = await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<200 {
                tasks.addTask {
                    certificate.isIssued(byOneOf: [root], at: Self.start) && certificate.isForClients
                        && certificate.subject == DistinguishedName(.commonName("leaf"))
                }
            }
            return await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(good == 200)
    }
}
