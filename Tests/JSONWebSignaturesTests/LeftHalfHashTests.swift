// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures
import Testing

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
