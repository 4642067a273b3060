// SPDX-License-Identifier: Apache-2.0

import Fixtures
import JSONWebSignatures

@Suite struct UnverifiedJWSTests {
    @Test(arguments: Vector.all) func `no character of a token can be changed`(_ vector: Vector) throws {
        let characters = Array(vector.token)
        for index in stride(from: 0, to: characters.count, by: 7) {
            var changed = characters
            changed[index] = changed[index] == "A" ? "B" : "A"
            let error = #expect(throws: JOSEError.self) { try vector.verified(String(changed)) }
            if index > (characters.firstIndex(of: ".") ?? 0) {
                let expected: Set<JOSEError.Code> =
                    characters[index] == "." ? [.tokenMalformed] : [.signatureInvalid, .base64URLInvalid]
                #expect(error.map { expected.contains($0.code) } == true)
            }
        }
    }

    @Test(arguments: Vector.all) func `no byte of a signature can be changed`(_ vector: Vector) throws {
        let parts = vector.token.split(separator: ".", omittingEmptySubsequences: false)
        let signature = try Base64URL.decode(parts[2])
        for index in stride(from: 0, to: signature.count, by: 5) {
            var changed = signature
            changed[index] ^= 1
            let token = parts[0] + "." + parts[1] + "." + Base64URL.encode(changed)
            #expect(throws: JOSEError(.signatureInvalid)) { try vector.verified(String(token)) }
        }
    }

    @Test(arguments: Vector.all) func `a payload cannot be exchanged for another`(_ vector: Vector) throws {
        let parts = vector.token.split(separator: ".")
        let token = parts[0] + "." + Base64URL.encode(#"{"sub":"someone else"}"#.utf8) + "." + parts[2]
        #expect(throws: JOSEError(.signatureInvalid)) { try vector.verified(String(token)) }
    }

    @Test(arguments: Vector.all) func `a header cannot be exchanged for another`(_ vector: Vector) throws {
        let parts = vector.token.split(separator: ".")
        let algorithm = try vector.verified().header.algorithm.rawValue
        let header = Base64URL.encode(#"{"alg":"\#(algorithm)","kid":"another"}"#.utf8)
        let token = header + "." + parts[1] + "." + parts[2]
        #expect(throws: JOSEError(.signatureInvalid)) { try vector.verified(token) }
    }

    @Test(arguments: Vector.all) func `no shorter or longer signature verifies`(_ vector: Vector) throws {
        let parts = vector.token.split(separator: ".")
        let signature = try Base64URL.decode(parts[2])
        for other in [[], signature.dropLast(), signature + [0], [0] + signature] {
            let token = parts[0] + "." + parts[1] + "." + Base64URL.encode(other)
            #expect(throws: JOSEError(.signatureLengthInvalid)) { try vector.verified(token) }
        }
    }

    @Test(arguments: [RFC7515.a3Key, RFC7515.a4Key])
    func `a signature of zeros does not verify`(_ json: String) throws {
        let key = try JSONWebKey(jsonData: json.utf8)
        let algorithm = try #require(SignatureAlgorithm.allCases.first { key.fits($0) })
        let zeros = Base64URL.encode([UInt8](repeating: 0, count: algorithm == .es256 ? 64 : 132))
        let token = Base64URL.encode(#"{"alg":"\#(algorithm.rawValue)"}"#.utf8) + ".e30." + zeros
        let unverified = try UnverifiedJWS(token, accepting: [algorithm])
        #expect(throws: JOSEError(.signatureInvalid)) { try unverified.verified(with: key) }
    }

    @Test func `another key of the same kind does not verify`() throws {
        let token = try UnverifiedJWS(RFC7515.a2Token, accepting: [.rs256])
        let key = try JSONWebKey(jsonData: RFC7520.rsaPrivateKey.utf8)
        #expect(throws: JOSEError(.signatureInvalid)) { try token.verified(with: key) }
    }

    @Test func `a key inside the header is never used`() throws {
        let attacker = try JSONWebPrivateKey.generateRSA()
        let jwk = String(decoding: attacker.publicKey.jsonData, as: UTF8.self)
        let header = #"{"alg":"RS256","jku":"https://evil.example","jwk":\#(jwk),"x5c":["AA=="],"x5u":"u"}"#
        let input = Base64URL.encode(header.utf8) + ".e30"
        let signature = try attacker.signature(over: Data(input.utf8), by: .rs256)
        let token = try UnverifiedJWS(input + "." + Base64URL.encode(signature), accepting: [.rs256])
        let trusted = try JSONWebKey(jsonData: RFC7515.a2Key.utf8)
        #expect(throws: JOSEError(.signatureInvalid)) { try token.verified(with: trusted) }
        #expect(throws: Never.self) { try token.verified(with: attacker.publicKey) }
    }

    @Test func `the header is shown before the signature is checked`() throws {
        let header = JWSHeader(algorithm: .edDSA, keyIdentifier: "k\"é", type: "at+jwt")
        let key = try JSONWebPrivateKey.generate(on: .ed25519)
        let token = try CompactJWS.sign("{}".utf8, header: header, with: key)
        #expect(try UnverifiedJWS(token, accepting: [.edDSA]).header == header)
    }

    @Test func `nothing that prints shows a token`() throws {
        let token = try UnverifiedJWS(RFC7515.a2Token, accepting: [.rs256])
        let verified = try token.verified(with: JSONWebKey(jsonData: RFC7515.a2Key.utf8))
        #expect(!"\(token) \(verified) \(String(reflecting: token)) \([verified])".contains("joe"))
        var dumped = ""
        dump(token, to: &dumped)
        dump(verified, to: &dumped)
        #expect(dumped == "- UnverifiedJWS(RS256, redacted)\n- VerifiedJWS(RS256, redacted)\n")
    }
}
