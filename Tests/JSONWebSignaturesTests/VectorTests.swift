// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@Suite struct VectorTests {
    @Test(arguments: Vector.all) func `a published token verifies to its payload`(_ vector: Vector) throws {
        #expect(try vector.verified().payload == Array(vector.payload.utf8))
    }

    @Test func `every algorithm has a token that our code did not make`() throws {
        let covered = try Vector.all.map { try $0.verified().header.algorithm }
        #expect(Set(covered) == Set(SignatureAlgorithm.allCases))
    }

    @Test(arguments: [RFC7515.a1Token, RFC7515.a5Token])
    func `the shared-secret and the unsecured example are refused`(_ token: String) {
        #expect(throws: JOSEError(.algorithmUnknown)) {
            try UnverifiedJWS(token, accepting: Set(SignatureAlgorithm.allCases))
        }
    }

    @Test func `the thumbprint of RFC 7638 is the printed one`() throws {
        #expect(try JSONWebKey(jsonData: RFC7638.key.utf8).thumbprint == RFC7638.thumbprint)
    }

    @Test func `the thumbprint of RFC 8037 is the printed one`() throws {
        #expect(
            try JSONWebPrivateKey(jsonData: RFC8037.privateKey.utf8).publicKey.thumbprint
                == RFC8037.thumbprint)
    }

    @Test func `the RS256 example of RFC 7520 is signed to the printed bytes`() throws {
        let key = try JSONWebPrivateKey(jsonData: RFC7520.rsaPrivateKey.utf8)
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: "bilbo.baggins@hobbiton.example")
        #expect(try CompactJWS.sign(RFC7520.payload.utf8, header: header, with: key) == RFC7520.rs256Token)
    }

    /// CryptoKit makes randomized Ed25519 signatures, which no printed bytes can equal.
    @Test(.enabled(if: signsDeterministically))
    func `the Ed25519 example of RFC 8037 is signed to the printed bytes`() throws {
        let key = try JSONWebPrivateKey(jsonData: RFC8037.privateKey.utf8)
        let token = try CompactJWS.sign(RFC8037.payload.utf8, header: JWSHeader(algorithm: .edDSA), with: key)
        #expect(token == RFC8037.token)
    }

    private static var signsDeterministically: Bool {
        #if canImport(CryptoKit)
        false
        #else
        true
        #endif
    }
}

/// The published examples that are invalid here.
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

    /// Dots in it can make three parts of it, but never base64url.
    @Test(arguments: RFC7520.jsonTokens + [RFC7515.a6JSON, RFC7515.a7JSON])
    func `the JSON serialization is refused`(_ token: String) {
        #expect([.tokenMalformed, .base64URLInvalid].contains(Self.refusal(of: token)))
    }

    @Test func `a payload that is elsewhere is not what was signed`() throws {
        let parts = RFC7520.rs256Token.split(separator: ".")
        let detached = try UnverifiedJWS("\(parts[0])..\(parts[2])", accepting: [.rs256])
        let key = try JSONWebKey(jsonData: RFC7520.rsaPrivateKey.utf8)
        #expect(throws: JOSEError(.signatureInvalid)) { try detached.verified(with: key) }
    }

    @Test func `the public key of RFC 8037 is that of its private key`() throws {
        let key = try JSONWebKey(jsonData: RFC8037.publicKey.utf8)
        #expect(try JSONWebPrivateKey(jsonData: RFC8037.privateKey.utf8).publicKey == key)
    }

    @Test func `a critical header that is not understood is refused`() {
        #expect([.algorithmUnknown, .criticalHeaderUnsupported].contains(Self.refusal(of: RFC7515.criticalToken)))
        // It is unsigned too; this tests the other reason.
        let parts = RFC7515.criticalToken.split(separator: ".", omittingEmptySubsequences: false)
        let header = try? Base64URL.decode(parts[0])
        let signed = String(decoding: header ?? [], as: UTF8.self).replacing("none", with: "RS256")
        let token = "\(Base64URL.encode(signed.utf8)).\(parts[1]).AAAA"
        #expect(Self.refusal(of: token) == .criticalHeaderUnsupported)
    }

    @Test(arguments: RFC7520.encryptedTokens) func `an encrypted token is not a signed token`(_ token: String) {
        #expect(token.split(separator: ".", omittingEmptySubsequences: false).count == 5)
        #expect(Self.refusal(of: token) == .tokenMalformed)
    }

    @Test(arguments: RFC7520.sharedKeys) func `a shared secret is not accepted as a key`(_ key: String) {
        #expect(throws: JOSEError(.keyTypeUnsupported)) { try JSONWebKey(jsonData: key.utf8) }
    }

    @Test(arguments: RFC8037.agreementKeys) func `a key that agrees on secrets checks no signature`(_ key: String) {
        #expect(throws: JOSEError(.keyCurveUnsupported)) { try JSONWebKey(jsonData: key.utf8) }
    }

    @Test(arguments: [(RFC7520.p521PublicKey, RFC7520.p521PrivateKey), (RFC7520.rsaPublicKey, RFC7520.rsaPrivateKey)])
    func `the public keys of RFC 7520 are those of its private keys`(_ publicKey: String, _ privateKey: String) throws {
        let key = try JSONWebKey(jsonData: publicKey.utf8)
        #expect(try JSONWebPrivateKey(jsonData: privateKey.utf8).publicKey == key)
        #expect(try JSONWebKey(jsonData: privateKey.utf8) == key)
    }
}
