// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

@testable import X509Certificates

/// Certificates read in Swift, as Apple's systems read them; OpenSSL is the oracle.
@Suite struct CertificateFieldsTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private static let key = P256.Signing.PrivateKey()
    private static let names: [GeneralName] = [
        .dnsName("a.example"), .rfc822Name("a@b.example"), .uniformResourceIdentifier("urn:a"),
        .ipAddress([127, 0, 0, 1]), .ipAddress([UInt8](repeating: 0, count: 15) + [1]),
    ]

    private static func draft(
        from start: Date = start, until end: Date = start + 60, extensions: [CertificateExtension] = []
    ) -> CertificateDraft {
        CertificateDraft(
            serialNumber: [0x80], publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: start, notAfter: end,
            issuer: DistinguishedName(.organization("o"), .commonName("issuer")),
            subject: DistinguishedName(.commonName("süß")), extensions: extensions)
    }

    private static func full() throws -> [UInt8] {
        try draft(extensions: [
            .basicConstraints(isAuthority: true, maximumPath: 0), .signsCertificates, .extendedKeyUsage([.serverAuth]),
            .alternativeNames(names),
            .permittedNames([.dnsName("localhost"), .ipAddress([127, 0, 0, 0, 255, 0, 0, 0])]),
            .subjectKeyIdentifier([1, 2, 3]), .authorityKeyIdentifier([4, 5]),
        ]).signed(by: key)
    }

    private func compare(_ fields: CertificateFields, _ read: X509Certificate) {
        #expect(DistinguishedName(bytes: fields.issuer) == read.issuer)
        #expect(DistinguishedName(bytes: fields.subject) == read.subject)
        #expect(fields.notBefore == read.notBefore && fields.notAfter == read.notAfter)
        #expect(fields.publicKeyInfo == read.publicKeyInfo && fields.keyIdentifier == read.keyIdentifier)
        #expect((try? fields.alternativeNames()) ?? [] == read.alternativeNames)
        #expect(Result { try fields.permittedNames() }.names == Result { try read.permittedNames() }.names)
    }

    @Test func `a certificate has the same values in Swift and in OpenSSL`() throws {
        let times = [
            -631_152_000, -631_152_001, 0, 951_782_400, 2_524_607_999, 2_524_608_000, 253_402_300_799, -62_135_596_800,
        ].map { Date(timeIntervalSince1970: $0) }
        let certificates =
            try [Self.full(), Self.draft().signed(by: Self.key)]
            + times.map { try Self.draft(from: $0, until: $0).signed(by: Self.key) }
        for bytes in certificates {
            let fields = try CertificateFields(bytes)
            let read = try #require(X509Certificate(derEncoded: bytes))
            compare(fields, read)
            #expect(fields.isSigned(by: read.publicKeyInfo) == read.isSigned(by: read))
            #expect(fields.isSigned(by: Self.key.publicKey.subjectPublicKeyInfo))
            #expect(!fields.isSigned(by: P256.Signing.PrivateKey().publicKey.subjectPublicKeyInfo))
        }
        let fields = try CertificateFields(Self.full())
        #expect(try fields.alternativeNames() == Self.names && fields.keyIdentifier == [1, 2, 3])
    }

    @Test(arguments: [
        ForeignCertificates.rfc8410, ForeignCertificates.strange, ForeignCertificates.permitted,
        ForeignCertificates.excluded, ForeignCertificates.withoutLimits,
    ])
    func `a certificate of others says in Swift what it says to OpenSSL`(_ text: String) throws {
        let read = try ForeignCertificates.read(text)
        compare(try CertificateFields(read.bytes), read)
    }

    @Test func `a signature of RSA is checked`() throws {
        let key = try RSA.PrivateKey(RSA.PrivateKey.generateNumbers(bits: 2048))
        let bytes = try Self.draft().signed(as: .sha256WithRSAEncryption) { content in
            try key.signature(for: SHA256.hash(data: content), padding: .pkcs1v15)
        }
        let fields = try CertificateFields(bytes)
        #expect(fields.isSigned(by: key.publicKey.subjectPublicKeyInfo))
        #expect(!fields.isSigned(by: Self.key.publicKey.subjectPublicKeyInfo) && !fields.isSigned(by: []))
    }

    @Test func `nothing else is read, and a changed bit is read as OpenSSL reads it, or not at all`() throws {
        let bytes = try Self.full()
        for other in [[], [0x30], bytes + [0], Array(bytes.dropLast()), Array("nonsense".utf8)] {
            #expect(throws: DER.Invalid.self) { try CertificateFields(other) }
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            guard let fields = try? CertificateFields(changed), let read = X509Certificate(derEncoded: changed) else {
                continue
            }
            #expect(DistinguishedName(bytes: fields.subject) == read.subject, "\(index)")
            #expect(fields.notBefore == read.notBefore && fields.notAfter == read.notAfter, "\(index)")
            #expect(!fields.isSigned(by: Self.key.publicKey.subjectPublicKeyInfo), "\(index)")
        }
    }

    @Test func `a time is one that exists`() throws {
        let bytes = try Self.draft().signed(by: Self.key)
        let place = try #require(Data(bytes).range(of: Data("260101000000Z".utf8)))
        for (other, isGood) in [
            ("260228235959Z", true), ("260229000000Z", false), ("240229000000Z", true), ("261301000000Z", false),
            ("260100000000Z", false), ("260001000000Z", false), ("260101240000Z", false), ("260101006000Z", false),
            ("260101000060Z", false), ("26010100000 Z", false), ("260101000000z", false), ("2601010000+01", false),
        ] {
            var changed = Data(bytes)
            changed.replaceSubrange(place, with: Data(other.utf8))
            let (fields, read) = (try? CertificateFields(changed), X509Certificate(derEncoded: changed))
            #expect((fields != nil) == isGood && (read != nil) == isGood, "\(other)")
            if isGood { #expect(fields?.notBefore == read?.notBefore) }
        }
    }

    /// Forms that take another number of bytes, put in place of both times.
    @Test(
        arguments: [
            (0x17, "260101000000Z", true), (0x18, "20260101000000Z", true), (0x17, "2601010830Z", false),
            (0x17, "260101000000+0100", false), (0x17, "2601010000+0100", false), (0x18, "202601010000Z", false),
            (0x18, "20260101000000.5Z", false), (0x18, "20260101000000", false), (0x18, "20260101000000+0000", false),
        ] as [(UInt8, String, Bool)])
    func `a time has seconds and is in GMT`(_ tag: UInt8, text: String, isGood: Bool) throws {
        let time = [tag, UInt8(text.utf8.count)] + Array(text.utf8)
        var (reader, writer) = (DER.Reader(try Self.draft(until: Self.start).signed(by: Self.key)), DER.Writer())
        var outer = DER.Reader(try reader.element(DER.Tag.sequence))
        var signed = Data(try outer.element(DER.Tag.sequence))
        let usual = Data([0x17, 13] + "260101000000Z".utf8)
        if let place = signed.range(of: usual + usual) { signed.replaceSubrange(place, with: time + time) }
        let times = try #require(signed.range(of: Data(time + time)))
        signed[times.lowerBound - 1] = UInt8(2 * time.count)
        writer.elements {
            $0.element(DER.Tag.sequence, signed)
            $0.append(outer.rest)
        }
        let (fields, read) = (try? CertificateFields(writer.bytes), X509Certificate(derEncoded: writer.bytes))
        #expect((fields != nil) == isGood && (read != nil) == isGood)
    }

    @Test func `an extension may stand once`() throws {
        let once = try Self.draft(extensions: [.subjectKeyIdentifier([1])]).signed(by: Self.key)
        #expect(try CertificateFields(once).keyIdentifier == [1])
        let twice = try Self.draft(extensions: [.subjectKeyIdentifier([1]), .subjectKeyIdentifier([1])])
            .signed(by: Self.key)
        #expect(throws: DER.Invalid.self) { try CertificateFields(twice) }
    }
}

extension Result where Success == [GeneralName]? {
    fileprivate var names: [String]? {
        switch self {
        case .success(let names): names?.map { "\($0)" }
        case .failure: ["unreadable"]
        }
    }
}
