// SPDX-License-Identifier: Apache-2.0

import JOSE
import Testing

/// The published examples that must not be believed.
@Suite struct UnsupportedVectorTests {
    private static func refusal(of token: String) -> JOSEError.Code? {
        #expect(throws: JOSEError.self) {
            try UnverifiedJWS(token, accepting: Set(SignatureAlgorithm.allCases))
        }?.code
    }

    @Test(arguments: [RFC7520.hs256Token, RFC7520.detachedToken])
    func `what a shared secret signed is refused`(_ token: String) {
        #expect(Self.refusal(of: token) == .algorithmUnknown)
    }

    /// Dots in it may make three parts of it, but never base64url.
    @Test(arguments: RFC7520.jsonTokens + [RFC7515.a6JSON, RFC7515.a7JSON])
    func `the JSON serialization is refused`(_ token: String) {
        #expect([.tokenMalformed, .base64URLInvalid].contains(Self.refusal(of: token)))
    }

    @Test func `a payload that is elsewhere is not what was signed`() throws {
        let parts = RFC7520.rs256Token.split(separator: ".")
        let detached = try UnverifiedJWS("\(parts[0])..\(parts[2])", accepting: [.rs256])
        let key = try JSONWebKey(jsonData: RFC7520.rsaPrivateKey.utf8)
        let error = #expect(throws: JOSEError.self) { try detached.verified(with: key) }
        #expect(error?.code == .signatureInvalid)
    }

    @Test func `the public key of RFC 8037 is that of its private key`() throws {
        let key = try JSONWebKey(jsonData: RFC8037.publicKey.utf8)
        #expect(try JSONWebPrivateKey(jsonData: RFC8037.privateKey.utf8).publicKey == key)
    }
}
