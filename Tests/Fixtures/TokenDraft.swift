// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures

/// A valid access token to change before it is signed.
package struct TokenDraft: Sendable {
    package var claims: [String: JSONValue]
    package var header = JWSHeader(algorithm: .rs256, keyIdentifier: "key-1", type: "JWT")
    package var key: JSONWebPrivateKey

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

    package mutating func set(_ claim: String, _ time: Date) {
        claims[claim] = .number(String(Int(time.timeIntervalSince1970)))
    }

    /// The claims as in the token.
    package var payload: String { JSONValue.object(claims).text }

    package func signed() throws -> String { try CompactJWS.sign(Array(payload.utf8), header: header, with: key) }
}
