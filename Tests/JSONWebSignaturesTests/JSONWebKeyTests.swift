// SPDX-License-Identifier: Apache-2.0

import Fixtures
import JSONWebSignatures

@Suite struct JSONWebKeyTests {
    @Test func `the members of a key are read and unknown ones ignored`() throws {
        let json = RFC7638.key.dropLast() + #","use":"sig","key_ops":["verify"],"x5t":7,"issuer":{"a":1}}"#
        let key = try JSONWebKey(jsonData: json.utf8)
        #expect((key.keyIdentifier, key.algorithm, key.use) == ("2011-04-29", .rs256, "sig"))
        #expect((key.operations, key.keyType, key.curve) == (["verify"], .rsa, nil))
    }

    @Test(arguments: [#""use":"""#, #""key_ops":[]"#, #""use":"","key_ops":[]"#, #""use":null,"key_ops":null"#])
    func `an empty member is ignored`(_ members: String) throws {
        let key = try JSONWebKey(jsonData: (RFC7638.key.dropLast() + ",\(members)}").utf8)
        #expect(key.use == nil && key.operations == nil && key.fits(.rs256))
        let unnamed = try JSONWebKey(jsonData: (RFC7515.a3Key.dropLast() + #","alg":""}"#).utf8)
        #expect(unnamed.algorithm == nil && unnamed.fits(.es256))
    }

    @Test(arguments: [RFC7520.rsaPrivateKey, RFC7520.p521PrivateKey, RFC8037.privateKey])
    func `private members are dropped from a public key`(_ json: String) throws {
        let key = try JSONWebKey(jsonData: json.utf8)
        let written = try StrictJSON.object(in: key.jsonData)
        #expect(Set(written.keys).isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi"]))
        #expect(try JSONWebKey(jsonData: key.jsonData) == key)
    }

    @Test func `no algorithm is written for a key that has none`() throws {
        let key = try JSONWebKey(jsonData: RFC7515.a3Key.utf8)
        #expect(try Set(StrictJSON.object(in: key.jsonData).keys) == ["kty", "crv", "x", "y"])
    }

    @Test func `keys are equal when all their members are`() throws {
        let key = try JSONWebKey(jsonData: RFC7515.a2Key.utf8)
        let named = try JSONWebKey(jsonData: (RFC7515.a2Key.dropLast() + #","kid":"a"}"#).utf8)
        #expect(key != named)
        #expect(key.thumbprint == named.thumbprint)
        #expect(Set([key, named, key]).count == 2)
    }

    static let fitting: [(String, Set<SignatureAlgorithm>)] = [
        (RFC7515.a2Key, [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]),
        (RFC7515.a3Key, [.es256]), (JoserfcVectors.p384Key, [.es384]), (RFC7515.a4Key, [.es512]),
        (RFC8037.privateKey, [.edDSA]), (RFC7638.key, [.rs256]),
    ]

    @Test(arguments: fitting)
    func `a key fits its own algorithms only`(json: String, fitting: Set<SignatureAlgorithm>) throws {
        let key = try JSONWebKey(jsonData: json.utf8)
        #expect(Set(SignatureAlgorithm.allCases.filter { key.fits($0) }) == fitting)
    }

    @Test func `shared-secret and unsecured algorithms have no name here`() {
        for name in ["none", "None", "HS256", "HS384", "HS512", "RSA1_5", "ES256K", "rs256", ""] {
            #expect(SignatureAlgorithm(rawValue: name) == nil)
        }
    }
}
