// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import JSONWebSignatures

/// An access token that every judge would let through, to be spoiled before it is signed.
package struct TokenDraft: Sendable {
    /// The claims.
    package var claims: [String: JSONValue]
    /// What the token says about its signature.
    package var header = JWSHeader(algorithm: .rs256, keyIdentifier: "key-1", type: "JWT")
    /// What signs it.
    package var key: JSONWebPrivateKey

    /// Creates a good token.
    package init(from provider: FakeProvider, subject: String = "alice", at time: Date) {
        key = provider.key
        claims = [
            "iss": .string(provider.issuer), "aud": .string("api://tasks"), "azp": .string("the-app"),
            "sub": .string(subject), "tid": .string("tenant-1"), "scp": .string("openid Tasks.ReadWrite"),
        ]
        set("iat", time - 10)
        set("nbf", time - 10)
        set("exp", time + 3600)
    }

    /// Sets a claim that is a time.
    package mutating func set(_ claim: String, _ time: Date) {
        claims[claim] = .number(String(Int(time.timeIntervalSince1970)))
    }

    /// The claims as they stand in the token.
    package var payload: String { JSONValue.object(claims).text }

    /// The token.
    package func signed() throws -> String {
        try CompactJWS.sign(Array(payload.utf8), header: header, with: key)
    }
}
