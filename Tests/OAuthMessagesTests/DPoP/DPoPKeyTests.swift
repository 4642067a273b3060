// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@testable import OAuthMessages

/// RFC 9449 §4.2; the proofs are read by the specification's rules.
@Suite struct DPoPKeyTests {
    private static let token = Redacted("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")

    private func proof(
        _ address: String = "https://server.example.com/token", by key: DPoPKey = DPoPKey(), nonce: String? = nil,
        token: Redacted<String>? = nil
    ) throws -> SentProof? {
        SentProof(
            try key.proof(
                method: "POST", address: address, issuedAt: Date(timeIntervalSince1970: 1_562_262_616.9),
                identifier: "-BwC3ESc6acc2lTc", nonce: nonce, accessToken: token))
    }

    // RFC 9449 §7.1
    @Test func `the hash of an access token is that of the specification`() {
        #expect(DPoPKey.hash(of: Self.token) == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    }

    // RFC 9449 §4.1, §6.1: the public key of the examples, and its thumbprint
    @Test func `our reader of proofs takes the proof of the specification`() throws {
        let proof = try #require(
            SentProof(
                "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZ"
                    + "OXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JE"
                    + "QSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8"
                    + "vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLv"
                    + "qRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"))
        #expect(proof.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(proof["jti"] == "-BwC3ESc6acc2lTc")
    }

    // The key of RFC 7515 §A.3, whose thumbprint an independent tool computed by RFC 7638
    @Test func `a proof has a public key, and its thumbprint is that of the key`() throws {
        let scalar = try Base64URL.decode("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
        let key = try #require(DPoPKey(rawRepresentation: Data(scalar)))
        #expect(key.thumbprint == "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U")
        let proof = try #require(try proof(by: key))
        #expect(proof.thumbprint == key.thumbprint)
        let jwk = try #require(proof.header["jwk"]?.object)
        #expect(jwk["x"]?.string == "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
        #expect(jwk["y"]?.string == "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
        #expect(Set(jwk.keys) == ["kty", "crv", "x", "y"] && Set(proof.header.keys) == ["alg", "jwk", "typ"])
    }

    @Test func `the claims match the request, with a nonce and a hash only if they exist`() throws {
        let key = DPoPKey()
        let plain = try #require(try proof(by: key))
        #expect(
            plain.claims == [
                "htm": .string("POST"), "htu": .string("https://server.example.com/token"),
                "iat": .number("1562262616"), "jti": .string("-BwC3ESc6acc2lTc"),
            ])
        let full = try #require(try proof(by: key, nonce: "eyJ7S_zG", token: Self.token))
        #expect(full["nonce"] == "eyJ7S_zG" && full["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
        #expect(full.claims.count == 6)
    }

    @Test(arguments: [#"https://a.example/"x"\y"#, "https://a.example/%22", "https://ä.example/ü"])
    func `every address is one text`(_ address: String) throws {
        #expect(try proof(address)?["htu"] == address)
    }

    @Test func `a control character of a request cannot break the claims`() throws {
        #expect(try proof("https://a.example/\n\0x")?["htu"] == "https://a.example/x")
    }

    @Test func `two keys are two, and one that was kept is the same`() throws {
        let key = DPoPKey()
        let kept = try JSONDecoder().decode(DPoPKey.self, from: JSONEncoder().encode(key))
        #expect(kept == key && key != DPoPKey())
        #expect(try proof(by: kept)?.thumbprint == key.thumbprint)
    }

    @Test(arguments: ["\"\"", "\"AAAA\"", "null", "{}", "\"\(Data(repeating: 0, count: 32).base64EncodedString())\""])
    func `rejects bytes that are not a key`(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DPoPKey.self, from: Data(json.utf8)) }
    }

    @Test func `no description shows the key`() throws {
        let key = DPoPKey()
        let secret = String(decoding: try JSONEncoder().encode(key), as: UTF8.self).trimmingPrefix("\"").prefix(20)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains(secret)) }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}
