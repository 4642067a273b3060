// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures
import Testing

/// A token that our code did not make, the key it was signed with, and what it says.
struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let key: String
    let payload: String
    let token: String

    init(_ name: String, key: String, payload: String, token: String) {
        self.name = name
        self.key = key
        self.payload = payload
        self.token = token
    }

    var testDescription: String { name }

    func verified(_ token: String? = nil) throws -> VerifiedJWS {
        try UnverifiedJWS(token ?? self.token, accepting: Set(SignatureAlgorithm.allCases))
            .verified(with: JSONWebKey(jsonData: key.utf8))
    }

    static let all: [Vector] =
        [
            Vector("RFC 7515 A.2", key: RFC7515.a2Key, payload: RFC7515.payload, token: RFC7515.a2Token),
            Vector("RFC 7515 A.3", key: RFC7515.a3Key, payload: RFC7515.payload, token: RFC7515.a3Token),
            Vector("RFC 7515 A.4", key: RFC7515.a4Key, payload: "Payload", token: RFC7515.a4Token),
            Vector(
                "RFC 7520 4.1", key: RFC7520.rsaPrivateKey, payload: RFC7520.payload,
                token: RFC7520.rs256Token),
            Vector(
                "RFC 7520 4.2", key: RFC7520.rsaPrivateKey, payload: RFC7520.payload,
                token: RFC7520.ps384Token),
            Vector(
                "RFC 7520 4.3", key: RFC7520.p521PrivateKey, payload: RFC7520.payload,
                token: RFC7520.es512Token),
            Vector(
                "RFC 7520 6", key: RFC7520.nestedKey, payload: RFC7520.nestedPayload, token: RFC7520.nestedToken),
            Vector("RFC 8037 A.4", key: RFC8037.privateKey, payload: RFC8037.payload, token: RFC8037.token),
        ] + JoserfcVectors.tokens
}
