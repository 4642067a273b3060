// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import OAuthMessages
import SystemCryptography
import Testing
import X509Certificates

@testable import LocalCertificates

@Suite(.enabled(if: Judge.isHere, "OpenSSL is the judge")) struct LocalCertificatesTests {
    @Test(arguments: [
        (["-verify_hostname", "localhost"], true), (["-verify_ip", "127.0.0.1"], true), (["-verify_ip", "::1"], true),
        (["-verify_hostname", "login.test"], true), (["-verify_ip", "10.0.2.2"], true),
        (["-verify_ip", "fe80::7"], true), (["-verify_hostname", "other.test"], false),
        (["-verify_ip", "10.0.2.3"], false), (["-verify_ip", "127.0.0.2"], false),
    ])
    func `the server is believed under its names, and no others`(_ check: [String], isBelieved: Bool) throws {
        try CertificateFolder.with { folder in
            let certificates = try folder.open(hosts: ["login.test", "10.0.2.2", "[fe80::7]", "localhost"])
            let verdict = try folder.verdict(on: certificates.identity.certificates, check)
            #expect(verdict.hasSuffix(": OK\n") == isBelieved, "\(verdict)")
        }
    }

    @Test func `clients that name a host get a certificate without addresses`() throws {
        try CertificateFolder.with { folder in
            let certificate = try folder.open(hosts: ["login.test", "10.0.2.2"]).identity.certificatesForNames
            let believed = try folder.verdict(on: certificate, ["-verify_hostname", "login.test"])
            #expect(believed.hasSuffix(": OK\n"), "\(believed)")
            let names = try X509Certificate.all(inPEM: certificate).first?.alternativeNames
            #expect(names == [.dnsName("localhost"), .dnsName("login.test")])
            let file = folder.file("names.pem")
            try folder.write(certificate, to: "names.pem")
            let judged = try Judge.openssl(["x509", "-noout", "-ext", "subjectAltName", "-in", file])
            #expect(judged.hasSuffix("\n    DNS:localhost, DNS:login.test\n"), "\(judged)")
        }
    }

    @Test(arguments: [
        "google.com", "login.test.evil.example", "xlocalhost", "8.8.8.8", "128.0.0.1", "10.0.2.2", "fe80::7", "::2",
    ])
    func `a stolen authority key is useless for other names`(_ host: String) throws {
        try CertificateFolder.with { folder in
            try folder.open(hosts: ["login.test"])
            let certificate = try #require(X509Certificate.all(inPEM: folder.content("authority.pem")).first)
            let authority = try #require(
                CertificateAuthority(
                    key: P256.Signing.PrivateKey(pemRepresentation: folder.content("authority-key.pem")),
                    certificate: certificate))
            let forged = try authority.certificate(
                for: P256.Signing.PrivateKey().publicKey, names: [CertificateName(host)],
                now: CertificateFolder.start, random: .system)
            let verdict = try folder.verdict(on: CertificateFiles.text(forged))
            #expect(verdict.contains("permitted subtree violation"), "\(verdict)")
        }
    }

    @Test func `certificates say what clients ask of them, in words of the judge`() throws {
        try CertificateFolder.with { folder in
            try folder.open()
            let authority = try Judge.openssl(["x509", "-noout", "-text", "-in", folder.file("authority.pem")])
            for line in [
                "CA:TRUE, pathlen:0", "X509v3 Name Constraints: critical", "Certificate Sign, CRL Sign",
                "TLS Web Server Authentication", "ASN1 OID: prime256v1", "ecdsa-with-SHA256",
                "Not After : Dec 29 23:00:00 2035 GMT",
            ] { #expect(authority.contains(line), "\(line) is missing in \(authority)") }
            let server = try Judge.openssl(["x509", "-noout", "-text", "-in", folder.file("server.pem")])
            for line in [
                "CA:FALSE", "Digital Signature", "TLS Web Server Authentication",
                "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
                "Not Before: Dec 31 23:00:00 2025 GMT", "Not After : Feb  1 23:00:00 2027 GMT",
            ] { #expect(server.contains(line), "\(line) is missing in \(server)") }
        }
    }

    @Test func `serial numbers come from the source that was given`() throws {
        try CertificateFolder.with { folder in
            let random = RandomSource { Array(repeating: 0xab, count: $0) }
            _ = try LocalCertificates(in: folder.url, now: CertificateFolder.start, random: random)
            let serial = try Judge.openssl(["x509", "-noout", "-serial", "-in", folder.file("authority.pem")])
            #expect(serial == "serial=01" + String(repeating: "AB", count: 16) + "\n")
        }
    }

    @Test func `keys are their owner's alone, certificates are for everybody, and keys have no description`() throws {
        try CertificateFolder.with { folder in
            let certificates = try folder.open()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            #expect(names == ["authority-key.pem", "authority.pem", "server-key.pem", "server.pem"])
            let expected = ["": 0o711].merging(names.map { ($0, $0.hasSuffix("-key.pem") ? 0o600 : 0o644) }) { $1 }
            #expect(try expected.keys.allSatisfy { try folder.mode($0) == expected[$0] }, "\(expected)")
            // A folder of an earlier version.
            let authority = folder.file("authority.pem")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: authority)
            _ = try folder.open()
            #expect(try folder.mode("authority.pem") == 0o644)
            #expect(!"\(certificates)".contains("PRIVATE"))
        }
    }
}
