// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@Suite struct CompactJWSTests {
    static func makeKey(for algorithm: SignatureAlgorithm) throws -> JSONWebPrivateKey {
        guard let curve = algorithm.curve else { return try .generateRSA() }
        return try .generate(on: curve)
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `a signed token verifies, with a stored key and with a published one`(_ algorithm: SignatureAlgorithm) throws {
        let key = try Self.makeKey(for: algorithm)
        let stored = try JSONWebPrivateKey(jsonData: key.privateJSONData)
        let published = try JSONWebKeySet(jsonData: JSONWebKeySet([key.publicKey]).jsonData)
        let header = JWSHeader(algorithm: algorithm, keyIdentifier: key.publicKey.keyIdentifier, type: "JWT")
        let token = try CompactJWS.sign(#"{"sub":"1"}"#.utf8, header: header, with: stored)
        let unverified = try UnverifiedJWS(token, accepting: [algorithm])
        let verified = try unverified.verified(with: #require(published.key(for: unverified.header)))
        #expect(verified.payload == Array(#"{"sub":"1"}"#.utf8))
        #expect(verified.header == header)
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `no algorithm signs with a key of another`(_ algorithm: SignatureAlgorithm) throws {
        let keys =
            try [JSONWebPrivateKey(jsonData: RFC7520.rsaPrivateKey.utf8)]
            + EllipticCurve.allCases.map { try .generate(on: $0) }
        for key in keys where !key.publicKey.fits(algorithm) {
            let isOtherCurve = key.publicKey.keyType == algorithm.keyType
            #expect(throws: JOSEError(isOtherCurve ? .keyCurveMismatch : .keyTypeMismatch)) {
                try CompactJWS.sign("x".utf8, header: JWSHeader(algorithm: algorithm), with: key)
            }
        }
    }

    @Test func `the header is written in one order, whatever is in it`() throws {
        let key = try JSONWebPrivateKey(jsonData: RFC8037.privateKey.utf8)
        let header = JWSHeader(algorithm: .edDSA, keyIdentifier: "a/b", type: "JWT")
        let first = try #require(CompactJWS.sign([], header: header, with: key).split(separator: ".").first)
        #expect(try Base64URL.decode(first) == Array(#"{"alg":"EdDSA","kid":"a/b","typ":"JWT"}"#.utf8))
    }
}

@Suite struct LeftHalfHashTests {
    @Test func `the examples of OpenID Connect Core are hashed as printed`() {
        // Appendix A.3, at_hash, and A.4, c_hash; both of RS256
        #expect(
            SignatureAlgorithm.rs256.leftHalfHash(of: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
                == "77QmUPtjPfzWtF2AnpK9RQ")
        #expect(
            SignatureAlgorithm.rs256.leftHalfHash(
                of: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk") == "LDktKdoQak3Pk0cnXxCltA")
    }

    /// Computed with openssl: `printf %s abc | openssl dgst -sha384 -binary | head -c 24 | basenc --base64url`.
    static let abc: [(SignatureAlgorithm, String)] = [
        (.rs256, "ungWv48Bz-pBQUDeXa4iIw"), (.ps256, "ungWv48Bz-pBQUDeXa4iIw"), (.es256, "ungWv48Bz-pBQUDeXa4iIw"),
        (.rs384, "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFj"), (.ps384, "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFj"),
        (.es384, "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFj"), (.rs512, "3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05o"),
        (.ps512, "3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05o"),
        (.es512, "3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05o"),
        (.edDSA, "3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05o"),
    ]

    @Test(arguments: abc) func `the hash is that of the algorithm`(_ algorithm: SignatureAlgorithm, _ hash: String) {
        #expect(algorithm.leftHalfHash(of: "abc") == hash)
    }

    @Test func `no algorithm is without a row`() {
        #expect(Set(Self.abc.map(\.0)) == Set(SignatureAlgorithm.allCases))
    }
}
