// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing
import X509Certificates

/// The forms of times. RFC 5280 §4.1.2.5
@Suite struct CertificateTimeTests {
    /// A time in seconds since 1970, and its element in a certificate: the numbers are those of Python.
    static let times: [(Double, UInt8, String)] = [
        (-62_135_596_800, 0x18, "00010101000000Z"),
        (-12_219_379_200, 0x18, "15821014000000Z"),
        (-2_203_977_600, 0x18, "19000228000000Z"),
        (-631_152_001, 0x18, "19491231235959Z"),
        (-631_152_000, 0x17, "500101000000Z"),
        (946_684_799, 0x17, "991231235959Z"),
        (951_782_400, 0x17, "000229000000Z"),
        (2_524_607_999, 0x17, "491231235959Z"),
        (2_524_608_000, 0x18, "20500101000000Z"),
        (253_402_300_799, 0x18, "99991231235959Z"),
    ]

    @Test(arguments: times)
    func `a time has the form of its year, and is read again`(_ seconds: Double, tag: UInt8, text: String) throws {
        let key = P256.Signing.PrivateKey()
        let name = DistinguishedName(.commonName("a"))
        let time = Date(timeIntervalSince1970: seconds)
        for fraction in [0, 0.999] {
            let draft = CertificateDraft(
                serialNumber: [1], publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: time + fraction,
                notAfter: time + fraction, issuer: name, subject: name, extensions: [])
            let certificate = try X509Certificate(draft, signedBy: key)
            let element = [tag, UInt8(text.utf8.count)] + Array(text.utf8)
            #expect(Data(certificate.bytes).range(of: Data(element + element)) != nil)
            #expect(certificate.notBefore == time && certificate.notAfter == time)
        }
    }
}
