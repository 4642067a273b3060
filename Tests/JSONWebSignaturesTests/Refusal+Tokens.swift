// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures

extension Refusal {
    static let tokens: [Refusal] = [
        Refusal(.tokenTooLarge, "one byte over the limit") {
            try parse(RFC8037.token, maximumByteCount: RFC8037.token.utf8.count - 1)
        },
        Refusal(.tokenTooLarge, "over 16 KiB") {
            try parse(RFC8037.token + String(repeating: "A", count: 16384))
        },
        Refusal(.tokenMalformed, "empty") { try parse("") },
        Refusal(.tokenMalformed, "two parts") { try parse("eyJhbGciOiJFZERTQSJ9.e30") },
        Refusal(.tokenMalformed, "four parts") { try parse(RFC8037.token + ".") },
        Refusal(.tokenMalformed, "encrypted, five parts") {
            try parse("eyJhbGciOiJFZERTQSJ9.e30.e30.e30.e30")
        },
        Refusal(.base64URLInvalid, "a padded signature") { try parse(RFC8037.token + "==") },
        Refusal(.base64URLInvalid, "a line end after the token") { try parse(RFC8037.token + "\n") },
        Refusal(.base64URLInvalid, "a header that is not text") {
            try parse("Bearer eyJhbGciOiJFZERTQSJ9.e30.")
        },
        Refusal(.base64URLInvalid, "a payload with a stray bit") { try parse("eyJhbGciOiJFZERTQSJ9.Zh.") },
        Refusal(.jsonInvalid, "a header that is no object") { try parse(token(header: "[]")) },
        Refusal(.jsonInvalid, "an empty header") { try parse("..") },
        Refusal(.jsonDuplicateMember, "two algorithms") {
            try parse(token(header: #"{"alg":"EdDSA","\u0061lg":"EdDSA"}"#))
        },
        Refusal(.jsonTooDeep, "a nested header") {
            let nested = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            try parse(token(header: #"{"alg":"EdDSA","x":\#(nested)}"#))
        },
        Refusal(.headerMemberInvalid, "no algorithm") { try parse(token(header: "{}")) },
        Refusal(.headerMemberInvalid, "an algorithm that is no string") {
            try parse(token(header: #"{"alg":["EdDSA"]}"#))
        },
        Refusal(.headerMemberInvalid, "a key identifier that is no string") {
            try parse(token(header: #"{"alg":"EdDSA","kid":1}"#))
        },
        Refusal(.headerMemberInvalid, "a type that is null") {
            try parse(token(header: #"{"alg":"EdDSA","typ":null}"#))
        },
        Refusal(.criticalHeaderUnsupported, "a critical extension") {
            try parse(token(header: #"{"alg":"EdDSA","crit":["b64"],"b64":false}"#))
        },
        Refusal(.unencodedPayloadUnsupported, "b64, even true") {
            try parse(token(header: #"{"alg":"EdDSA","b64":true}"#))
        },
        Refusal(.algorithmUnknown, "unsecured") { try parse(RFC7515.a5Token) },
        Refusal(.algorithmUnknown, "a shared secret") { try parse(RFC7515.a1Token) },
        Refusal(.algorithmUnknown, "another case") { try parse(token(header: #"{"alg":"eddsa"}"#)) },
        Refusal(.algorithmNotAccepted, "not in the accepted set") {
            try parse(RFC8037.token, accepting: [.rs256])
        },
        Refusal(.algorithmNotAccepted, "nothing is accepted") { try parse(RFC8037.token, accepting: []) },
        Refusal(.keyTypeMismatch, "RS256 with an EC key") {
            try verify(RFC7515.a2Token, with: RFC7515.a3Key)
        },
        Refusal(.keyTypeMismatch, "ES256 with an RSA key") {
            try verify(RFC7515.a3Token, with: RFC7515.a2Key)
        },
        Refusal(.keyTypeMismatch, "EdDSA with an EC key") { try verify(RFC8037.token, with: RFC7515.a3Key) },
        Refusal(.keyCurveMismatch, "ES256 with P-521") { try verify(RFC7515.a3Token, with: RFC7515.a4Key) },
        Refusal(.keyAlgorithmMismatch, "PS384 with a key for RS256") {
            try verify(RFC7520.ps384Token, with: RFC7638.key)
        },
        Refusal(.keyUseMismatch, "an encryption key") { try verify("use", .string("enc")) },
        Refusal(.keyOperationMismatch, "a key to encrypt with") {
            try verify("key_ops", .array([.string("encrypt")]))
        },
        Refusal(.keyOperationMismatch, "a key to sign with") {
            try verify("key_ops", .array([.string("sign")]))
        },
        Refusal(.signatureLengthInvalid, "no signature") {
            let parts = RFC8037.token.split(separator: ".")
            try verify(parts[0] + "." + parts[1] + ".", "use", nil)
        },
        Refusal(.signatureInvalid, "another key") {
            let other = try JSONWebPrivateKey.generate(on: .ed25519).publicKey
            _ = try UnverifiedJWS(RFC8037.token, accepting: [.edDSA]).verified(with: other)
        },
    ]
}
