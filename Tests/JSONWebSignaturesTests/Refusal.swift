// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONWebSignatures
import Testing

/// A good value with one thing spoiled, and the code that must name it.
struct Refusal: Sendable, CustomTestStringConvertible {
    let code: JOSEError.Code
    let testDescription: String
    let attempt: @Sendable () throws -> Void

    init(_ code: JOSEError.Code, _ description: String, _ attempt: @escaping @Sendable () throws -> Void) {
        self.code = code
        self.testDescription = description
        self.attempt = attempt
    }
}

extension Refusal {
    /// The key of RFC 8037, with one member replaced, removed (nil) or added.
    static func octetKey(_ name: String, _ value: JSONValue?) throws -> [UInt8] {
        try spoil(RFC8037.privateKey, name, value)
    }

    static func spoil(_ json: String, _ name: String, _ value: JSONValue?) throws -> [UInt8] {
        var members = try StrictJSON.object(in: json.utf8)
        members[name] = value
        return Array(JSONValue.object(members).text.utf8)
    }

    /// The token of RFC 8037, with another header; the signature is then wrong, which is checked last.
    static func token(header: String) -> String {
        let parts = RFC8037.token.split(separator: ".")
        return Base64URL.encode(header.utf8) + "." + parts[1] + "." + parts[2]
    }

    static func parse(
        _ token: String, accepting algorithms: Set<SignatureAlgorithm> = Set(SignatureAlgorithm.allCases),
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) throws {
        _ = try UnverifiedJWS(token, accepting: algorithms, maximumByteCount: maximumByteCount)
    }

    /// Verifies the token of RFC 8037 with its key, spoiled.
    static func verify(_ token: some StringProtocol, _ name: String, _ value: JSONValue?) throws {
        let key = try JSONWebKey(jsonData: octetKey(name, value))
        _ = try UnverifiedJWS(String(token), accepting: [.edDSA]).verified(with: key)
    }

    static func verify(_ name: String, _ value: JSONValue?) throws {
        try verify(RFC8037.token, name, value)
    }

    static func verify(_ token: String, with key: String) throws {
        _ = try UnverifiedJWS(token, accepting: Set(SignatureAlgorithm.allCases))
            .verified(with: JSONWebKey(jsonData: key.utf8))
    }

    static func rsa(_ name: String, _ bytes: [UInt8]) throws {
        _ = try JSONWebKey(jsonData: spoil(RFC7515.a2Key, name, .string(Base64URL.encode(bytes))))
    }

    static func odd(bits: Int) -> [UInt8] {
        [UInt8](repeating: 0xFF, count: bits / 8)
    }
}
