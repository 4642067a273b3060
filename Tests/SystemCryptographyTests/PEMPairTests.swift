// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import SystemCryptography
import Testing

@Suite struct PEMPairTests {
    @Test func `a certificate belongs to its key in each form`() {
        #expect(PEMPair.belongsTogether(SampleKeys.rsaCertificate, SampleKeys.rsa))
        #expect(PEMPair.belongsTogether(SampleKeys.rsaCertificate, SampleKeys.rsaPKCS1))
        #expect(PEMPair.belongsTogether(SampleKeys.ellipticCertificate, SampleKeys.elliptic))
        #expect(PEMPair.belongsTogether(SampleKeys.ellipticCertificate, SampleKeys.ellipticSEC1))
        let chain = SampleKeys.ellipticCertificate + "\n" + SampleKeys.rsaCertificate
        #expect(PEMPair.belongsTogether(chain, SampleKeys.elliptic) && !PEMPair.belongsTogether(chain, SampleKeys.rsa))
        #expect(ERR_peek_error() == 0)
    }

    @Test(arguments: [
        (SampleKeys.rsaCertificate, SampleKeys.elliptic), (SampleKeys.ellipticCertificate, OtherKeys.p384),
        (SampleKeys.ellipticCertificate, SampleKeys.ellipticCertificate), (SampleKeys.elliptic, SampleKeys.elliptic),
        ("", SampleKeys.elliptic), (SampleKeys.ellipticCertificate, ""), ("", ""), ("text", "text"),
    ])
    func `nothing else belongs together`(_ certificates: String, _ privateKey: String) {
        #expect(!PEMPair.belongsTogether(certificates, privateKey) && ERR_peek_error() == 0)
    }

    // OpenSSL would ask for the password at the terminal, and a callback that answers 0 gives the empty one.
    @Test(arguments: [
        OtherKeys.withEmptyPassword, OtherKeys.withEmptyPassword.replacing("ENCRYPTED ", with: ""),
        OtherKeys.encryptedElliptic,
    ])
    func `an encrypted key is refused whatever its label and its password are`(_ privateKey: String) {
        #expect(!PEMPair.belongsTogether(SampleKeys.ellipticCertificate, privateKey) && ERR_peek_error() == 0)
    }
}
