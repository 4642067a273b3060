// SPDX-License-Identifier: Apache-2.0

import Fixtures
import JSONWebSignatures

@Suite struct JSONWebKeySetTests {
    /// As Entra publishes keys: `kid` and `use`, no `alg`.
    static func key(_ json: String, _ identifier: String) -> String {
        json.dropLast() + #","kid":"\#(identifier)","use":"sig"}"#
    }

    static func set(_ keys: String...) throws -> JSONWebKeySet {
        try JSONWebKeySet(jsonData: #"{"keys":[\#(keys.joined(separator: ","))]}"#.utf8)
    }

    @Test func `keys that cannot be used are skipped, and why is remembered`() throws {
        let set = try Self.set(
            #"{"kty":"oct","k":"AAAA"}"#, Self.key(RFC7515.a2Key, "good"),
            #"{"kty":"RSA","n":"_w","e":"AQAB"}"#,
            #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#, #"{"kty":"OKP","crv":"X25519","x":"AA"}"#,
            "7",
            RFC7515.a2Key.dropLast() + #","alg":"RSA-OAEP"}"#)
        #expect((set.keys.map(\.keyIdentifier), set.skipped.map(\.index)) == (["good"], [0, 2, 3, 4, 5, 6]))
        #expect(
            set.skipped.map(\.error.code) == [
                .keyTypeUnsupported, .rsaModulusTooSmall, .keyCurveUnsupported, .keyCurveUnsupported,
                .keyMemberInvalid,
                .keyAlgorithmUnsupported,
            ])
    }

    @Test func `a name finds exactly its key`() throws {
        let set = try Self.set(
            Self.key(RFC7515.a2Key, "K"),
            Self.key(RFC7638.key.replacing(",\"kid\":\"2011-04-29\"", with: ""), "b"))
        #expect(set.key(for: JWSHeader(algorithm: .rs256, keyIdentifier: "b")) == set.keys[1])
        #expect(set.key(for: JWSHeader(algorithm: .rs256, keyIdentifier: "K")) == set.keys[0])
        for unknown in ["k", "", "c", "K ", "\u{212A}"] {
            #expect(set.key(for: JWSHeader(algorithm: .rs256, keyIdentifier: unknown)) == nil)
        }
    }

    @Test func `an unknown name gets no key even from a set of one`() throws {
        #expect(try Self.set(RFC7515.a2Key).key(for: JWSHeader(algorithm: .rs256, keyIdentifier: "a")) == nil)
    }

    @Test func `without a name the only fitting key is found, and none of several`() throws {
        let mixed = try Self.set(RFC7515.a2Key, RFC7515.a3Key, RFC7515.a4Key)
        #expect(mixed.key(for: JWSHeader(algorithm: .es256)) == mixed.keys[1])
        #expect(mixed.key(for: JWSHeader(algorithm: .edDSA)) == nil)
        #expect(try Self.set(RFC7515.a2Key, RFC7638.key).key(for: JWSHeader(algorithm: .rs256)) == nil)
        let encryption = try Self.set(RFC7515.a2Key.dropLast() + #","use":"enc"}"#, RFC7638.key)
        #expect(encryption.key(for: JWSHeader(algorithm: .rs256)) == encryption.keys[1])
    }

    @Test func `keys that share a name are told apart by the algorithm`() throws {
        let set = try Self.set(Self.key(RFC7515.a2Key, "a"), Self.key(RFC7515.a3Key, "a"))
        #expect(set.key(for: JWSHeader(algorithm: .es256, keyIdentifier: "a")) == set.keys[1])
        let twins = try Self.set(Self.key(RFC7515.a2Key, "a"), Self.key(RFC7515.a2Key, "a"))
        #expect(twins.key(for: JWSHeader(algorithm: .rs256, keyIdentifier: "a")) == nil)
    }

    @Test func `a published set is read back the same`() throws {
        let set = JSONWebKeySet([
            try JSONWebPrivateKey.generate(on: .p256).publicKey, try JSONWebKey(jsonData: RFC7638.key.utf8),
        ])
        #expect(try JSONWebKeySet(jsonData: set.jsonData) == set)
    }

    @Test func `a key set has at most 128 keys`() throws {
        let keys = { (count: Int) in "{\"keys\":[\(Array(repeating: "{}", count: count).joined(separator: ","))]}".utf8
        }
        #expect(try JSONWebKeySet(jsonData: keys(128)).skipped.count == 128)
        #expect(throws: JOSEError(.keySetTooManyKeys)) { try JSONWebKeySet(jsonData: keys(129)) }
    }
}
