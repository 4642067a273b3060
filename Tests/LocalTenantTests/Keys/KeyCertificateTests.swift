// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import JOSE
import SystemCryptography
import Testing
import X509

@testable import TenantDirectory

/// The certificates beside the keys.
@Suite struct KeyCertificateTests {
    @Test func `a certificate holds its key, is signed by it, and is the same each time`() throws {
        let key = try #require(try DevelopmentKeys().ring.first)
        let made = try KeyCertificate(key)
        #expect(try KeyCertificate(key) == made)
        let certificate = made.certificate
        #expect(certificate.issuer == certificate.subject)
        #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
        let modulus = try Base64URL.decode(
            StrictJSON.object(in: key.privateJSONData)["n"]?.string ?? "")
        #expect(Data(certificate.publicKey.subjectPublicKeyInfoBytes).range(of: Data(modulus)) != nil)
    }

    @Test(arguments: ["common", Site.tenantID, Site.customersID])
    func `x5t is the SHA-1 of the certificate, and kid is the same`(_ directory: String) async throws {
        let answer = try await Site().send(.get, "/\(directory)/discovery/v2.0/keys").object()
        let key = try #require(answer["keys"]?.array?.first?.object)
        let certificate = try #require(Data(base64Encoded: key["x5c"]?.array?.first?.string ?? ""))
        let thumbprint = try Base64URL.decode(key["x5t"]?.string ?? "")
        #expect(thumbprint.count == 20)
        #expect(thumbprint == Array(Insecure.SHA1.hash(data: certificate)))
        #expect(key["kid"] == key["x5t"])
    }

    @Test func `Azure AD B2C publishes none`() async throws {
        let site = try Site()
        let keys = try await site.send(.get, "/\(Site.customersID)/b2c_1_susi/discovery/v2.0/keys").object()["keys"]
        let members = try #require(keys?.array?.first?.object)
        #expect(Set(members.keys) == ["kid", "nbf", "use", "kty", "e", "n"])
    }
}
