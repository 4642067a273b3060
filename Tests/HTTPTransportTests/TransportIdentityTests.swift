// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import HTTPTransport

/// A client's certificate and private key.
@Suite struct TransportIdentityTests {
    private let certificate: TestCertificate
    private let other: TestCertificate

    init() throws {
        certificate = try TestCertificate(named: "client", from: Date())
        other = try TestCertificate(named: "other", from: Date())
    }

    @Test func `certificate and key are read, also from files, and nothing of the key is shown`() throws {
        let identity = try TransportIdentity(certificates: certificate.pem, privateKey: certificate.privateKeyPEM)
        let folder = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["certificate.pem", "key.pem"].map { folder.appending(path: $0) }
        try Data(try certificate.pem.utf8).write(to: files[0])
        try Data(certificate.privateKeyPEM.utf8).write(to: files[1])
        #expect(try TransportIdentity(certificateFile: files[0], privateKeyFile: files[1]) == identity)
        #expect("\(identity)" == "TransportIdentity(redacted)" && Mirror(reflecting: identity).children.isEmpty)
    }

    @Test func `rejects a certificate without a matching key`() throws {
        let pem = try certificate.pem
        let key = certificate.privateKeyPEM
        for (certificates, privateKey) in [
            (pem, other.privateKeyPEM), ("", key), ("nonsense", key), (pem, ""), (pem, "nonsense"), (key, pem),
            (pem, key.replacing("PRIVATE", with: "ENCRYPTED PRIVATE")),
        ] {
            let error = #expect(throws: TransportError.self) {
                try TransportIdentity(certificates: certificates, privateKey: privateKey)
            }
            #expect(error?.code == .unusableIdentity)
        }
    }

    @Test func `files that are not there are named`() throws {
        let file = URL(filePath: "/nowhere/client.pem")
        let error = #expect(throws: TransportError.self) {
            try TransportIdentity(certificateFile: file, privateKeyFile: file)
        }
        #expect(error?.code == .unusableIdentity && error?.message.contains("/nowhere/client.pem") == true)
    }
}
#endif
