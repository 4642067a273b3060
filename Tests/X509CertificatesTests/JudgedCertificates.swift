// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import JSONWebSignatures
import OAuthMessages
import SystemCryptography
import Testing
import X509Certificates

@testable import LocalCertificates
@testable import TenantDirectory

/// Certificates of each kind that we make, with what they must say, in a folder for other people's readers.
struct JudgedCertificates {
    struct Expected: Encodable {
        let file: String
        let profile: String
        /// The file of the one who signed.
        let issuer: String
        var subject: [[[String]]]
        let notBefore: Double
        let notAfter: Double
        var names: [[String]] = []
        var usages: [String] = []
        var permitted: [[String]] = []
        var isAuthority = false
        var maximumPath: Int?
    }

    let folder: URL
    private(set) var expected: [Expected] = []

    /// The dates around the first year that has four digits, and others.
    static let starts = [
        "1950-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2024-02-29T12:00:00Z", "2049-12-30T23:59:59Z",
        "2049-12-31T00:00:00Z", "2049-12-31T23:59:59Z", "2050-01-01T00:00:00Z", "2100-02-28T01:02:03Z",
        "2399-12-31T10:20:30Z", "9999-12-30T00:00:00Z",
    ]

    static func start(_ index: Int) throws -> Date {
        index < starts.count
            ? try Date(starts[index], strategy: .iso8601)
            : Date(timeIntervalSince1970: Double(Int.random(in: -631_152_000...8_000_000_000)))
    }

    mutating func add(_ der: [UInt8], _ expected: Expected) throws {
        try Data(der).write(to: folder.appending(path: expected.file))
        self.expected.append(expected)
        try compare(#require(X509Certificate(derEncoded: der)), with: expected)
    }

    private func compare(_ certificate: X509Certificate, with expected: Expected) throws {
        let types = ["2.5.4.3": "CN", "2.5.4.10": "O", "2.5.4.11": "OU"]
        let subject = certificate.subject.parts.map { part in
            part.map { [types[$0.type] ?? $0.type, $0.value ?? ""] }.sorted { $0[0] < $1[0] }
        }
        #expect(subject == expected.subject)
        #expect(certificate.notBefore.timeIntervalSince1970 == expected.notBefore)
        #expect(certificate.notAfter.timeIntervalSince1970 == expected.notAfter)
        #expect(certificate.alternativeNames.map(Self.text) == expected.names)
        #expect(try (certificate.permittedNames() ?? []).map(Self.text) == expected.permitted)
        let issuer = try Data(contentsOf: folder.appending(path: expected.issuer))
        let authority = try #require(X509Certificate(derEncoded: issuer))
        #expect(certificate.issuer == authority.subject && certificate.isSigned(by: authority))
    }

    /// A name for the judge: addresses in hexadecimal digits.
    static func text(_ name: GeneralName) -> [String] {
        switch name {
        case .dnsName(let text): ["DNS", text]
        case .uniformResourceIdentifier(let text): ["URI", text]
        case .rfc822Name(let text): ["email", text]
        case .ipAddress(let bytes): ["IP", bytes.hexadecimal]
        }
    }

    mutating func addKeyCertificate(_ index: Int) throws {
        let made = try KeyCertificate(JSONWebPrivateKey.generateRSA(bits: 2048))
        let file = "key-\(index).der"
        try add(
            made.bytes,
            Expected(
                file: file, profile: "key", issuer: file,
                subject: [[["O", "Tessera"]], [["CN", "Tessera token signing"]]], notBefore: 1_577_836_800,
                notAfter: 2_493_072_000))
    }

    /// An authority of this machine, and the two certificates of its server.
    mutating func addLocalCertificates(_ index: Int) throws {
        let host = "host-\(index).test"
        let address: [UInt8] = [10, UInt8(index % 256), .random(in: 0...255), 7]
        let names = CertificateName.loopback + [.dns(host), .address(address)]
        let now = try Self.start(index % (Self.starts.count - 1) + (index < 50 ? 0 : 1000))
        let permitted = PermittedNames(names)
        let authority = try CertificateAuthority(
            key: P256.Signing.PrivateKey(), permitting: permitted, now: now, random: .system)
        let file = "authority-\(index).der"
        let mark = Insecure.SHA1.hash(data: authority.key.publicKey.x963Representation).prefix(4).hexadecimal
        let start = now.timeIntervalSince1970 - 3600
        try add(
            authority.certificate.bytes,
            Expected(
                file: file, profile: "authority", issuer: file,
                subject: [[["O", "Tessera"]], [["CN", "Tessera local CA \(mark)"]]], notBefore: start,
                notAfter: start + 3650 * 86_400, usages: ["serverAuth"],
                permitted: permitted.subtrees.map(Self.text), isAuthority: true, maximumPath: 0))
        for (suffix, names) in [("", names), ("-names", names.filter { !$0.isAddress })] {
            let leaf = try authority.certificate(
                for: P256.Signing.PrivateKey().publicKey, names: names, now: now, random: .system)
            try add(
                leaf.bytes,
                Expected(
                    file: "server\(suffix)-\(index).der", profile: "server", issuer: file,
                    subject: [[["O", "Tessera"]], [["CN", "Tessera local server"]]], notBefore: start,
                    notAfter: start + 397 * 86_400, names: names.map { Self.text($0.generalName) },
                    usages: ["serverAuth"]))
            #expect(leaf.isIssued(byOneOf: [authority.certificate], at: now))
        }
    }

    /// An authority of the tests, and a certificate with every kind of name.
    mutating func addTestCertificates(_ index: Int) throws {
        let start = try Self.start(index)
        let unit = ["Entwicklung Süd", "開発", "Ω≈ç√", "a + b, c=d", "\u{1F511}"][index % 5]
        let isSeveral = index.isMultiple(of: 3)
        let name = DistinguishedName(
            isSeveral
                ? [[.organization("Aldervale, Ltd")], [.organizationalUnit(unit), .commonName("Amt \(index)")]]
                : [[.organization("Aldervale, Ltd")], [.organizationalUnit(unit)], [.commonName("Amt \(index)")]])
        let parts = [["OU", unit], ["CN", "Amt \(index)"]]
        let subject = [[["O", "Aldervale, Ltd"]]] + (isSeveral ? [parts.reversed()] : parts.map { [$0] })
        let authority = try TestCertificate(name, isAuthority: true, from: start)
        let (first, leaf) = ("amt-\(index).der", "leaf-\(index).der")
        let times = (start.timeIntervalSince1970, start.timeIntervalSince1970 + 86_400)
        try add(
            Array(authority.der),
            Expected(
                file: first, profile: "test authority", issuer: first, subject: subject, notBefore: times.0,
                notAfter: times.1, isAuthority: true))
        let names: [GeneralName] = [
            .dnsName("till-\(index).example"), .uniformResourceIdentifier("https://till.example/\(index)?a=b"),
            .rfc822Name("till+\(index)@example.com"), .ipAddress([10, 0, 0, UInt8(index % 256)]),
            .ipAddress([0xFD] + [UInt8](repeating: 0, count: 14) + [UInt8(index % 256)]),
        ]
        let usages: [(ExtendedKeyUsage, String)] = [
            (.clientAuth, "clientAuth"), (.any, "any"), (.serverAuth, "serverAuth"),
        ]
        let chosen = Array(usages.prefix(index % 4))
        // RFC 5280 allows 64 characters; the judge counts bytes.
        let person = "Łucja \(index)" + String(repeating: "ж", count: index % 27)
        let certificate = try TestCertificate(
            DistinguishedName(.commonName(person)), names: Array(names.prefix(index % 6)), signedBy: authority,
            usage: chosen.isEmpty ? nil : chosen.map(\.0), from: start)
        try add(
            Array(certificate.der),
            Expected(
                file: leaf, profile: "test", issuer: first, subject: [[["CN", person]]], notBefore: times.0,
                notAfter: times.1, names: names.prefix(index % 6).map(Self.text), usages: chosen.map(\.1)))
    }
}
