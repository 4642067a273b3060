// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Foundation
import SystemCryptography
import Testing
import X509Certificates

@Suite struct ForeignCertificatesTests {
    @Test func `the certificate of RFC 8410 has the RFC's values`() throws {
        let certificate = try ForeignCertificates.read(ForeignCertificates.rfc8410)
        #expect(certificate.notBefore == (try Date("2016-08-01T12:19:24Z", strategy: .iso8601)))
        #expect(certificate.notAfter == (try Date("2040-12-31T23:59:59Z", strategy: .iso8601)))
        #expect(certificate.subject == DistinguishedName(.commonName("IETF Test Demo")))
        #expect((certificate.issuer, certificate.keyIdentifier?.prefix(2)) == (certificate.subject, [0x9B, 0x1F]))
        #expect(certificate.publicKeyInfo.prefix(12) == [48, 42, 48, 5, 6, 3, 0x2B, 0x65, 0x6E, 3, 33, 0])
        #expect(!certificate.isSignedWithSHA1)
        // Its key agrees on others, and it is another key than the one that signed.
        #expect(!certificate.isForClients && !certificate.isSigned(by: certificate))
        #expect(ERR_peek_error() == 0)
    }

    @Test func `names of other kinds are passed over`() throws {
        let certificate = try ForeignCertificates.read(ForeignCertificates.strange)
        let last = [UInt8](repeating: 0, count: 13) + [1]
        #expect(
            certificate.alternativeNames == [
                .dnsName("a.example"), .ipAddress([10, 0, 0, 1]), .ipAddress([0xFD, 0] + last),
                .rfc822Name("a@example.com"), .uniformResourceIdentifier("https://a.example/x"),
            ])
        #expect(
            try ForeignCertificates.read(ForeignCertificates.permitted).permittedNames() == [
                .dnsName("example.com"), .ipAddress([10, 0, 0, 0, 255, 0, 0, 0]), .rfc822Name("example.com"),
            ])
    }

    // A list of permitted names would hide that some of them are excluded.
    @Test(arguments: [ForeignCertificates.strange, ForeignCertificates.excluded, ForeignCertificates.withoutLimits])
    func `permitted names are unreadable if names are excluded, or none are permitted`(_ text: String) throws {
        let certificate = try ForeignCertificates.read(text)
        let error = #expect(throws: CertificateError.self) { try certificate.permittedNames() }
        #expect(error?.code == .unreadable && ERR_peek_error() == 0)
    }

    @Test func `the parts of a name have their object identifiers, and texts where they are texts`() throws {
        let parts = try ForeignCertificates.read(ForeignCertificates.strange).subject.parts
        #expect(parts.map { $0.map(\.type) } == [["2.5.4.6"], ["2.5.4.10"], ["2.5.4.11"], ["2.5.4.11"], ["2.5.4.3"]])
        #expect(parts.map { $0.map(\.value) } == [["DE"], ["Aldervale"], ["one"], ["two"], [nil]])
    }

    @Test func `SHA-1 is found where the algorithm does not name it`() throws {
        #expect(try ForeignCertificates.read(ForeignCertificates.strange).isSignedWithSHA1)
    }

    @Test func `names that are not ASCII are not read`() throws {
        let key = P256.Signing.PrivateKey()
        let names: [GeneralName] = [.dnsName("a.example"), .dnsName("bucher.example")]
        let name = DistinguishedName(.commonName("a"))
        let draft = CertificateDraft(
            serialNumber: [1], publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: .now, notAfter: .now,
            issuer: name, subject: name, extensions: [try .alternativeNames(names), try .permittedNames(names)])
        var bytes = Data(try draft.signed(by: key))
        #expect(X509Certificate(derEncoded: bytes)?.alternativeNames == names)
        while let place = bytes.range(of: Data("bu".utf8)) { bytes.replaceSubrange(place, with: [0x62, 0x80]) }
        let certificate = try #require(X509Certificate(derEncoded: bytes))
        #expect(certificate.alternativeNames.isEmpty)
        let error = #expect(throws: CertificateError.self) { try certificate.permittedNames() }
        #expect(error?.code == .unreadable)
    }
}
