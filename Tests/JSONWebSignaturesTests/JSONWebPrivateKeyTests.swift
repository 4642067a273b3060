// SPDX-License-Identifier: Apache-2.0

import Fixtures
import JSONWebSignatures

@Suite struct JSONWebPrivateKeyTests {
    @Test func `a generated RSA key is of 2048 bits, named by its thumbprint, without algorithm`() throws {
        let key = try JSONWebPrivateKey.generateRSA()
        let members = try StrictJSON.object(in: key.publicKey.jsonData)
        #expect(Set(members.keys) == ["kty", "use", "kid", "n", "e"])
        #expect(try Base64URL.decode(#require(members["n"]?.string)).count == 256)
        #expect((key.publicKey.keyIdentifier, key.publicKey.use) == (key.publicKey.thumbprint, "sig"))
    }

    @Test(arguments: EllipticCurve.allCases)
    func `a generated key is on its curve`(_ curve: EllipticCurve) throws {
        let algorithm = try #require(SignatureAlgorithm.allCases.first { $0.curve == curve })
        let key = try JSONWebPrivateKey.generate(on: curve, keyIdentifier: "k", algorithm: algorithm)
        #expect((key.publicKey.curve, key.publicKey.keyIdentifier) == (curve, "k"))
        #expect(key.publicKey.algorithm == algorithm)
        #expect(try key.publicKey == JSONWebKey(jsonData: key.publicKey.jsonData))
    }

    @Test(arguments: [RFC7520.rsaPrivateKey, RFC7520.p521PrivateKey, RFC8037.privateKey])
    func `a published private key is written as it was read`(_ json: String) throws {
        let key = try JSONWebPrivateKey(jsonData: json.utf8)
        #expect(try StrictJSON.object(in: key.privateJSONData) == StrictJSON.object(in: json.utf8))
    }

    @Test func `a generated RSA key is complete and survives being stored`() throws {
        let key = try JSONWebPrivateKey.generateRSA(keyIdentifier: "stored", algorithm: .ps256)
        let members = try StrictJSON.object(in: key.privateJSONData)
        #expect(
            Set(members.keys) == ["kty", "kid", "use", "alg", "n", "e", "d", "p", "q", "dp", "dq", "qi"])
        let restored = try JSONWebPrivateKey(jsonData: key.privateJSONData)
        #expect((restored.publicKey, restored.privateJSONData) == (key.publicKey, key.privateJSONData))
        let token = try CompactJWS.sign("x".utf8, header: JWSHeader(algorithm: .ps256), with: restored)
        #expect(try UnverifiedJWS(token, accepting: [.ps256]).verified(with: key.publicKey).payload == [0x78])
    }

    @Test func `the operation of a private key is sign, and of its public half verify`() throws {
        let json = RFC8037.privateKey.dropLast() + #","key_ops":["sign"]}"#
        let key = try JSONWebPrivateKey(jsonData: json.utf8)
        #expect(key.publicKey.operations == ["verify"])
        #expect(try StrictJSON.object(in: key.privateJSONData)["key_ops"] == .array([.string("sign")]))
        #expect(throws: Never.self) {
            try CompactJWS.sign("x".utf8, header: JWSHeader(algorithm: .edDSA), with: key)
        }
    }

    @Test(arguments: [RFC7520.rsaPrivateKey, RFC7520.p521PrivateKey, RFC8037.privateKey])
    func `nothing that prints shows a private member`(_ json: String) throws {
        let key = try JSONWebPrivateKey(jsonData: json.utf8)
        var dumped = ""
        dump(key, to: &dumped)
        dump(["nested": key], to: &dumped)
        let printed = "\(key) \(String(reflecting: key)) \([key]) \(key.publicKey) \(dumped)"
        #expect(printed.contains("redacted"))
        let members = try StrictJSON.object(in: json.utf8)
        for name in ["d", "p", "q", "dp", "dq", "qi"] {
            guard let secret = members[name]?.string else { continue }
            let bytes = try Base64URL.decode(secret).prefix(4).map(String.init).joined(separator: ", ")
            #expect(!printed.contains(secret))
            #expect(!printed.contains(bytes))
        }
    }
}
