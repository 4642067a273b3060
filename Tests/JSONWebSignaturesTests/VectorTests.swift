// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONWebSignatures
import Testing

@Suite struct VectorTests {
    @Test(arguments: Vector.all) func `a published token verifies to its payload`(_ vector: Vector) throws {
        let verified = try vector.verified()
        #expect(verified.payload == Array(vector.payload.utf8))
    }

    @Test func `every algorithm has a token that our code did not make`() throws {
        let covered = try Vector.all.map { try $0.verified().header.algorithm }
        #expect(Set(covered) == Set(SignatureAlgorithm.allCases))
    }

    @Test(arguments: [RFC7515.a1Token, RFC7515.a5Token])
    func `the shared-secret and the unsecured example are refused`(_ token: String) {
        let error = #expect(throws: JOSEError.self) {
            try UnverifiedJWS(token, accepting: Set(SignatureAlgorithm.allCases))
        }
        #expect(error?.code == .algorithmUnknown)
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
