// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import SystemCryptography
import Testing
import X509Certificates

@testable import LocalCertificates

@Suite struct RenewalTests {
    /// What a second start finds, and what it keeps.
    struct Start: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var hosts: Set<String> = []
        var day = 0.0
        let keepsServer: Bool
        var keepsAuthority = true
    }

    @Test(arguments: [
        Start(testDescription: "at once", keepsServer: true),
        Start(testDescription: "a day before the renewal", day: 365, keepsServer: true),
        Start(testDescription: "within 30 days of the end", day: 368, keepsServer: false),
        Start(testDescription: "long after the end", day: 900, keepsServer: false),
        Start(testDescription: "with one of the hosts", hosts: ["login.test"], keepsServer: true),
        Start(testDescription: "with a host below one", hosts: ["a.login.test"], keepsServer: false),
        Start(testDescription: "with another address of loopback", hosts: ["127.0.0.9"], keepsServer: false),
        Start(testDescription: "with a new host", hosts: ["b.test"], keepsServer: false, keepsAuthority: false),
        Start(testDescription: "with a new address", hosts: ["10.0.0.1"], keepsServer: false, keepsAuthority: false),
        Start(testDescription: "before it was valid", day: -1, keepsServer: false),
        Start(testDescription: "when the authority ends", day: 3630, keepsServer: false, keepsAuthority: false),
    ])
    func `keeps certificates that are still valid`(_ start: Start) throws {
        try CertificateFolder.with { folder in
            let first = try folder.open(hosts: ["login.test"])
            let authority = try folder.content("authority.pem")
            let second = try folder.open(hosts: start.hosts, day: start.day)
            #expect((second.identity.certificates == first.identity.certificates) == start.keepsServer)
            let isSame = try folder.content("authority.pem") == authority
            #expect(isSame == start.keepsAuthority)
            #expect((second.authority == .kept) == start.keepsAuthority)
            #expect(first.authority == .new)
            guard Judge.isHere, start.day >= 0 else { return }
            let verdict = try folder.verdict(on: second.identity.certificates, day: start.day)
            #expect(verdict.hasSuffix(": OK\n"), "\(verdict)")
        }
    }

    @Test func `hosts that come and go need one new authority, not one each time`() throws {
        try CertificateFolder.with { folder in
            try folder.open(hosts: ["a.test"])
            let replaced = try folder.open(hosts: ["b.test"]).authority
            #expect(replaced == .replaced)
            for hosts: Set in [["a.test"], ["b.test"], ["a.test", "b.test"], []] {
                #expect(try folder.open(hosts: hosts).authority == .kept)
            }
        }
    }

    @Test func `resumes an interrupted first start`() throws {
        try CertificateFolder.with { folder in
            try folder.open()
            for name in ["server.pem", "server-key.pem", "authority.pem"] {
                try FileManager.default.removeItem(atPath: folder.file(name))
            }
            let key = try folder.content("authority-key.pem")
            #expect(try folder.open().authority == .new)
            #expect(try folder.content("authority-key.pem") == key)
        }
    }

    @Test(arguments: ["authority.pem", "authority-key.pem", "server.pem", "server-key.pem"], ["", "nonsense", "half"])
    func `a damaged file is named and left as it is`(_ name: String, damage: String) throws {
        try CertificateFolder.with { folder in
            try folder.open()
            let text = damage == "half" ? String(try folder.content(name).prefix(120)) : damage
            try folder.write(text, to: name)
            let error = #expect(throws: LocalCertificatesError.self) { try folder.open() }
            #expect(error?.code == .damaged)
            #expect(error?.file.lastPathComponent == name)
            #expect(try folder.content(name) == text)
        }
    }

    @Test func `an authority whose permitted names cannot be read is named as damaged`() throws {
        try CertificateFolder.with { folder in
            try folder.open(hosts: ["login.test"])
            var authority = try #require(X509Certificate.all(inPEM: folder.content("authority.pem")).first).bytes
            let place = try #require(Data(authority).range(of: Data("login.test".utf8)))
            authority[place.lowerBound] = 0xFC
            let text = PEMBlock(label: "CERTIFICATE", content: authority).text + "\n"
            try folder.write(text, to: "authority.pem")
            let error = #expect(throws: LocalCertificatesError.self) { try folder.open() }
            #expect(error?.code == .damaged && error?.file.lastPathComponent == "authority.pem")
            #expect(try folder.content("authority.pem") == text)
        }
    }

    @Test func `an authority without its key, or with another's, is not replaced`() throws {
        try CertificateFolder.with { folder in
            try folder.open()
            let authority = try folder.content("authority.pem")
            try folder.write(try folder.content("server-key.pem"), to: "authority-key.pem")
            let mismatch = #expect(throws: LocalCertificatesError.self) { try folder.open() }
            #expect(mismatch?.reason.hasPrefix("authority-key.pem is the key of a") == true)
            try FileManager.default.removeItem(atPath: folder.file("authority-key.pem"))
            let error = #expect(throws: LocalCertificatesError.self) { try folder.open() }
            #expect(error?.reason == "its key is missing: authority-key.pem")
            #expect(try folder.content("authority.pem") == authority)
        }
    }

    @Test func `a folder that cannot be used is named`() throws {
        try CertificateFolder.with { folder in
            try folder.write("", to: "")
            let error = #expect(throws: LocalCertificatesError.self) { try folder.open() }
            #expect(error?.code == .unusable)
            #expect(error?.file.path == folder.url.path)
        }
    }
}
