// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import LocalCertificates

/// A folder of certificates of its own, and the time at which it is opened.
struct CertificateFolder {
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    let url: URL

    /// Runs `body` with a new folder, and removes it.
    static func with<Result>(_ body: (CertificateFolder) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(CertificateFolder(url: url))
    }

    /// Opens the certificates, some days after the first time.
    @discardableResult
    func open(hosts: Set<String> = [], day: Double = 0) throws -> LocalCertificates {
        try LocalCertificates(in: url, hosts: hosts, now: Self.start + day * 86_400)
    }

    func file(_ name: String) -> String { url.appending(path: name).path }
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
    }
    func content(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }
    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: file(name))) }

    /// What OpenSSL says of a server certificate that is checked for a name, at the time of the first start.
    func verdict(on certificate: String, _ check: [String] = [], day: Double = 1) throws -> String {
        let leaf = url.appending(path: "leaf-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: leaf) }
        try Data(certificate.utf8).write(to: leaf)
        let time = Int(Self.start.timeIntervalSince1970 + day * 86_400)
        return try Judge.openssl(
            ["verify", "-x509_strict", "-purpose", "sslserver", "-attime", "\(time)", "-CAfile", file("authority.pem")]
                + check + [leaf.path])
    }
}

/// OpenSSL, which had no part in making the certificates.
enum Judge {
    /// Whether there is one on this machine; every system that the tests run on brings it along.
    static let isHere = (try? openssl(["version"]))?.hasPrefix("OpenSSL") == true

    /// Runs `openssl`, and gives everything that it says.
    static func openssl(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
