// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SystemCryptography
import X509Certificates

@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct KeyCertificateTests {
    @Test func `a certificate holds its key, is signed by it, and is the same each time`() async throws {
        let key = try #require(try DevelopmentKeys.all.get().ring.first)
        let made = try KeyCertificate(key)
        #expect(try KeyCertificate(key) == made)
        // Stored tenants know the development key by this name.
        #expect(made.thumbprint == "Nfr0AZ4Jr2-bqy_3Olqdonom6Xk")
        let certificate = try #require(X509Certificate(derEncoded: made.bytes))
        #expect(certificate.issuer == certificate.subject && certificate.isSigned(by: certificate))
        let modulus = try Base64URL.decode(StrictJSON.object(in: key.privateJSONData)["n"]?.string ?? "")
        #expect(Data(certificate.publicKeyInfo).range(of: Data(modulus)) != nil)
        let said = try await Self.openssl(["-noout", "-subject", "-issuer", "-serial", "-modulus"], certificate)
        let name = "O = Tessera, CN = Tessera token signing"
        let serial = "01" + SHA256.hash(data: Data(key.publicKey.thumbprint.utf8)).prefix(16).hexadecimal.uppercased()
        #expect(
            said == """
                subject=\(name)
                issuer=\(name)
                serial=\(serial)
                Modulus=\(modulus.hexadecimal.uppercased())

                """)
    }

    private static func openssl(_ options: [String], _ certificate: X509Certificate) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString).der")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(certificate.bytes).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl", "x509", "-inform", "DER", "-in", file.path] + options
        return try await process.runToEnd().output
    }

    @Test(arguments: ["common", Site.tenantID, Site.customersID])
    func `x5t is the SHA-1 of the certificate, and kid is the same`(_ directory: String) async throws {
        let answer = try await Site().send(.get, "/\(directory)/discovery/v2.0/keys").object()
        let key = try #require(answer["keys"]?.array?.first?.object)
        let certificate = try #require(Data(base64Encoded: key["x5c"]?.array?.first?.string ?? ""))
        let thumbprint = try Base64URL.decode(key["x5t"]?.string ?? "")
        #expect((thumbprint.count, thumbprint) == (20, Array(Insecure.SHA1.hash(data: certificate))))
        #expect(key["kid"] == key["x5t"])
    }

    @Test func `Azure AD B2C publishes none`() async throws {
        let keys = try await Site().send(.get, "/\(Site.customersID)/b2c_1_susi/discovery/v2.0/keys").object()["keys"]
        let members = try #require(keys?.array?.first?.object)
        #expect(Set(members.keys) == ["kid", "nbf", "use", "kty", "e", "n"])
    }
}
