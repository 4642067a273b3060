// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures
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

    @Test func `a critical header that is not understood is refused`() {
        #expect([.algorithmUnknown, .criticalHeaderUnsupported].contains(Self.refusal(of: RFC7515.criticalToken)))
        // As it stands it is unsigned too; this is about the other reason.
        let parts = RFC7515.criticalToken.split(separator: ".", omittingEmptySubsequences: false)
        let header = try? Base64URL.decode(parts[0])
        let signed = String(decoding: header ?? [], as: UTF8.self).replacing("none", with: "RS256")
        let token = "\(Base64URL.encode(signed.utf8)).\(parts[1]).AAAA"
        #expect(Self.refusal(of: token) == .criticalHeaderUnsupported)
    }

    @Test(arguments: RFC7520.encryptedTokens) func `what is encrypted is no signed token`(_ token: String) {
        #expect(token.split(separator: ".", omittingEmptySubsequences: false).count == 5)
        #expect(Self.refusal(of: token) == .tokenMalformed)
    }

    @Test(arguments: RFC7520.sharedKeys) func `a shared secret is no key here`(_ key: String) {
        let error = #expect(throws: JOSEError.self) { try JSONWebKey(jsonData: key.utf8) }
        #expect(error?.code == .keyTypeUnsupported)
    }

    @Test(arguments: RFC8037.agreementKeys) func `a key that agrees on secrets checks no signature`(_ key: String) {
        let error = #expect(throws: JOSEError.self) { try JSONWebKey(jsonData: key.utf8) }
        #expect(error?.code == .keyCurveUnsupported)
    }

    @Test(arguments: [
        (RFC7520.p521PublicKey, RFC7520.p521PrivateKey), (RFC7520.rsaPublicKey, RFC7520.rsaPrivateKey),
    ])
    func `the public keys of RFC 7520 are those of its private keys`(_ publicKey: String, _ privateKey: String) throws {
        let key = try JSONWebKey(jsonData: publicKey.utf8)
        #expect(try JSONWebPrivateKey(jsonData: privateKey.utf8).publicKey == key)
        #expect(try JSONWebKey(jsonData: privateKey.utf8) == key)
    }
}
