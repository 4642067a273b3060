// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

@Suite struct ProofKeyTests {
    /// RFC 7636 appendix B: the octets, the verifier and the challenge.
    static let octets: [UInt8] = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
        191,
        240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test func `the octets of the specification make its verifier and its challenge`() {
        let key = ProofKey(random: RandomSource { _ in Self.octets })
        #expect(key.verifier.revealed == Self.verifier)
        #expect(key.challenge == Self.challenge)
    }

    @Test func `a fresh key takes 32 bytes and is never the same`() {
        let keys = Set((0..<100).map { _ in ProofKey(random: .system).verifier.revealed })
        #expect(keys.count == 100)
        #expect(keys.allSatisfy { $0.utf8.count == 43 && ProofKey.isWellFormed($0) })
    }

    @Test(arguments: [verifier, String(repeating: "a", count: 128), String(repeating: "~", count: 43)])
    func `a verifier of the allowed form is taken`(_ text: String) {
        #expect(ProofKey(verifier: text)?.verifier.revealed == text)
    }

    @Test(arguments: [
        "", String(verifier.dropLast()), String(repeating: "a", count: 129), verifier + "=", verifier + "+",
        verifier + " ", verifier + "é", verifier.replacing("-", with: "/"),
    ])
    func `a verifier of another form is refused`(_ text: String) {
        #expect(ProofKey(verifier: text) == nil)
    }
}
