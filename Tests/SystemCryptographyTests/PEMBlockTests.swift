// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import SystemCryptography
import Testing

@Suite struct PEMBlockTests {
    private static let text = "-----BEGIN A-----\nAQID\n-----END A-----"

    @Test(arguments: [
        text, "\(text)\n", "a key\n\(text)\nwas here", text.replacing("\n", with: "\r\n"),
        text.replacing("\n", with: " \n\t"), text.replacing("AQID", with: "A\n\nQI\nD"),
    ])
    func `reads a block with any line length and surrounding text`(_ text: String) {
        #expect(PEMBlock.all(in: text) == [PEMBlock(label: "A", content: [1, 2, 3])])
    }

    @Test func `all blocks of a text are read in order`() {
        let text = "1\n\(Self.text)\n2\n\(Self.text.replacing(" A-", with: " B C-").replacing("AQID", with: ""))\n3"
        #expect(
            PEMBlock.all(in: text) == [PEMBlock(label: "A", content: [1, 2, 3]), PEMBlock(label: "B C", content: [])])
        #expect(PEMBlock.all(in: "")?.isEmpty == true && PEMBlock.all(in: "text\n-----BEGIN -----")?.isEmpty == true)
    }

    @Test(arguments: [
        "-----BEGIN A-----\nAQID", "AQID\n-----END A-----", text.replacing("END A", with: "END B"),
        text.replacing("AQID", with: "AQI"), text.replacing("AQID", with: "AQ=D"), text.replacing("AQID", with: "AR=="),
        text.replacing("AQID", with: "A==="), text.replacing("AQID", with: "AQ-D"),
        text.replacing("AQID", with: "Proc-Type: 4,ENCRYPTED\nAQID"), text.replacing("AQID", with: "A: B\nAQID"),
        text.replacing("AQID\n", with: "AQID\n-----BEGIN A-----\n"), "\(text)\n-----BEGIN A-----",
        text.replacing("-----END A-----", with: "-----END A----"),
    ])
    func `a damaged block spoils the text`(_ text: String) { #expect(PEMBlock.all(in: text) == nil) }

    // RFC 7468 §2: 64 characters a line
    @Test(arguments: [(0, 3), (1, 3), (48, 3), (49, 4), (96, 4), (97, 5)])
    func `a block is written in lines of 64 characters`(_ count: Int, _ lines: Int) {
        let block = PEMBlock(label: "CERTIFICATE", content: [UInt8](repeating: 7, count: count))
        let written = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(written.count == lines && written.allSatisfy { $0.count <= 64 })
        #expect(written.first == "-----BEGIN CERTIFICATE-----" && written.last == "-----END CERTIFICATE-----")
        #expect(PEMBlock.all(in: block.text) == [block])
    }
}

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
