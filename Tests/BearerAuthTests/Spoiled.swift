// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import JSONWebSignatures
import SystemCryptography
import Testing

/// A good request with one thing spoiled, and the answer that it must get.
struct Spoiled: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let challenge: String
    /// Gives the `Authorization` fields.
    let fields: @Sendable (TokenDraft) throws -> [String]

    init(
        _ description: String, _ status: Int, _ challenge: String,
        fields: @escaping @Sendable (TokenDraft) throws -> [String]
    ) {
        self.testDescription = description
        self.status = status
        self.challenge = challenge
        self.fields = fields
    }

    /// A row whose token is refused for a reason.
    static func token(
        _ description: String, because reason: String,
        _ spoil: @escaping @Sendable (inout TokenDraft) throws -> Void
    ) -> Spoiled {
        Spoiled(description, 401, refused(reason)) { good in
            var draft = good
            try spoil(&draft)
            return ["Bearer \(try draft.signed())"]
        }
    }

    /// A row whose token is changed after it was signed.
    static func signed(
        _ description: String, because reason: String,
        _ spoil: @escaping @Sendable (TokenDraft) throws -> String
    ) -> Spoiled {
        Spoiled(description, 401, refused(reason)) { ["Bearer \(try spoil($0))"] }
    }

    private static func refused(_ reason: String) -> String {
        #"Bearer realm="api", error="invalid_token", error_description="\#(reason)""#
    }
}

extension TokenDraft {
    /// The three parts of the signed token.
    func parts() throws -> [String] {
        try signed().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The payload with another subject, encoded; no signature fits it.
    var forgedPayload: String {
        var forged = self
        forged.claims["sub"] = .string("mallory")
        return Base64URL.encode(forged.payload.utf8)
    }

    /// The oldest trick: the public key, which everybody has, as a shared secret.
    func signedWithPublicKeyAsSecret() throws -> String {
        let header = Base64URL.encode(#"{"alg":"HS256","kid":"key-1","typ":"JWT"}"#.utf8)
        let input = header + "." + Base64URL.encode(payload.utf8)
        let secret = SymmetricKey(data: key.publicKey.jsonData)
        let code = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: secret)
        return input + "." + Base64URL.encode(Data(code))
    }
}
