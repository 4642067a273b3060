// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures

extension Refusal {
    static let keys: [Refusal] = [
        Refusal(.keyMemberInvalid, "no type") { _ = try JSONWebKey(jsonData: octetKey("kty", nil)) },
        Refusal(.keyMemberInvalid, "a short point") {
            _ = try JSONWebKey(jsonData: octetKey("x", .string("AAAA")))
        },
        Refusal(.keyMemberInvalid, "a name that is no string") {
            _ = try JSONWebKey(jsonData: octetKey("kid", .number("1")))
        },
        Refusal(.keyMemberInvalid, "operations that are no array") {
            _ = try JSONWebKey(jsonData: octetKey("key_ops", .string("verify")))
        },
        Refusal(.keyMemberInvalid, "operations that are no strings") {
            _ = try JSONWebKey(jsonData: octetKey("key_ops", .array([.string("verify"), .null])))
        },
        Refusal(.keyMemberInvalid, "a modulus with a leading zero") {
            try rsa("n", [0] + Refusal.odd(bits: 2048))
        },
        Refusal(.keyMemberInvalid, "a padded exponent") {
            _ = try JSONWebKey(jsonData: spoil(RFC7515.a2Key, "e", .string("AQAB=")))
        },
        Refusal(.keyMemberInvalid, "a private key without its secret") {
            _ = try JSONWebPrivateKey(jsonData: octetKey("d", nil))
        },
        Refusal(.keyMemberInvalid, "an RSA private key without a prime") {
            _ = try JSONWebPrivateKey(jsonData: spoil(RFC7520.rsaPrivateKey, "p", nil))
        },
        Refusal(.keyTypeUnsupported, "a shared secret") {
            _ = try JSONWebKey(jsonData: octetKey("kty", .string("oct")))
        },
        Refusal(.keyCurveUnsupported, "X25519") {
            _ = try JSONWebKey(jsonData: octetKey("crv", .string("X25519")))
        },
        Refusal(.keyCurveUnsupported, "P-256 as an octet key pair") {
            _ = try JSONWebKey(jsonData: octetKey("crv", .string("P-256")))
        },
        Refusal(.keyCurveUnsupported, "Ed25519 as EC") {
            _ = try JSONWebKey(jsonData: spoil(RFC7515.a3Key, "crv", .string("Ed25519")))
        },
        Refusal(.keyAlgorithmUnsupported, "key encryption") {
            _ = try JSONWebKey(jsonData: spoil(RFC7515.a2Key, "alg", .string("RSA-OAEP")))
        },
        Refusal(.keyTypeMismatch, "an RSA key for ES256") {
            _ = try JSONWebKey(jsonData: spoil(RFC7515.a2Key, "alg", .string("ES256")))
        },
        Refusal(.rsaModulusTooSmall, "1024 bits") { try rsa("n", Refusal.odd(bits: 1024)) },
        Refusal(.rsaModulusTooSmall, "2047 bits") { try rsa("n", [0x7F] + Refusal.odd(bits: 2040)) },
        Refusal(.rsaModulusTooLarge, "8193 bits") { try rsa("n", [1] + Refusal.odd(bits: 8192)) },
        Refusal(.rsaModulusInvalid, "even") { try rsa("n", Refusal.odd(bits: 2040) + [0xFE]) },
        Refusal(.rsaModulusWeak, "the fingerprint of CVE-2017-15361") {
            try rsa("n", Base64URL.decode(ROCAFingerprintTests.weak))
        },
        Refusal(.rsaExponentInvalid, "1") { try rsa("e", [1]) },
        Refusal(.rsaExponentInvalid, "3") { try rsa("e", [3]) },
        Refusal(.rsaExponentInvalid, "65535") { try rsa("e", [0xFF, 0xFF]) },
        Refusal(.rsaExponentInvalid, "even") { try rsa("e", [1, 0, 2]) },
        Refusal(.rsaExponentInvalid, "33 bits") { try rsa("e", [1, 0, 0, 0, 1]) },
        Refusal(.rsaSizeUnsupported, "1024 bits") { _ = try JSONWebPrivateKey.generateRSA(bits: 1024) },
        Refusal(.rsaSizeUnsupported, "2049 bits") { _ = try JSONWebPrivateKey.generateRSA(bits: 2049) },
        Refusal(.pointNotOnCurve, "another y") {
            let x = try StrictJSON.object(in: RFC7515.a3Key.utf8)["x"]
            _ = try JSONWebKey(jsonData: spoil(RFC7515.a3Key, "y", x))
        },
        Refusal(.pointNotOnCurve, "zeros") {
            let zeros = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 66)))
            let json = String(decoding: try spoil(RFC7515.a4Key, "x", zeros), as: UTF8.self)
            _ = try JSONWebKey(jsonData: spoil(json, "y", zeros))
        },
        Refusal(.privateKeyMismatch, "another Ed25519 secret") {
            let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
            _ = try JSONWebPrivateKey(jsonData: octetKey("d", .string(secret)))
        },
        Refusal(.privateKeyMismatch, "another P-521 secret") {
            let secret = Base64URL.encode([UInt8](repeating: 0, count: 65) + [7])
            _ = try JSONWebPrivateKey(jsonData: spoil(RFC7520.p521PrivateKey, "d", .string(secret)))
        },
        Refusal(.privateKeyMismatch, "another RSA exponent") {
            _ = try JSONWebPrivateKey(jsonData: spoil(RFC7520.rsaPrivateKey, "d", .string("Aw")))
        },
        Refusal(.privateKeyMismatch, "another RSA modulus") {
            let modulus = try StrictJSON.object(in: RFC7515.a2Key.utf8)["n"]
            _ = try JSONWebPrivateKey(jsonData: spoil(RFC7520.rsaPrivateKey, "n", modulus))
        },
        Refusal(.privateKeyMismatch, "a prime that is 1") {
            _ = try JSONWebPrivateKey(jsonData: spoil(RFC7520.rsaPrivateKey, "p", .string("AQ")))
        },
    ]

    static let keySets: [Refusal] = [
        Refusal(.keySetTooLarge, "one byte over the limit") {
            _ = try JSONWebKeySet(jsonData: #"{"keys":[]}"#.utf8, maximumByteCount: 10)
        },
        Refusal(.keySetMalformed, "no keys") { _ = try JSONWebKeySet(jsonData: "{}".utf8) },
        Refusal(.keySetMalformed, "one key, no array") {
            _ = try JSONWebKeySet(jsonData: #"{"keys":{}}"#.utf8)
        },
        Refusal(.keySetTooManyKeys, "two of at most one") {
            _ = try JSONWebKeySet(jsonData: #"{"keys":[{},{}]}"#.utf8, maximumKeyCount: 1)
        },
        Refusal(.jsonDuplicateMember, "a key with two names") {
            _ = try JSONWebKeySet(jsonData: #"{"keys":[{"kty":"oct","kid":"a","kid":"b"}]}"#.utf8)
        },
        Refusal(.jsonInvalid, "a page of HTML") { _ = try JSONWebKeySet(jsonData: "<html>".utf8) },
    ]
}
