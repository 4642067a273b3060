// SPDX-License-Identifier: Apache-2.0
import SignInProvider
import Testing

@Suite struct IdentityTests {
    @Test(
        arguments: [
            ([:], nil, nil), (["name": "", "preferred_username": ""], nil, nil),
            (["name": "Ana", "preferred_username": "", "email": "a@x"], "Ana", "a@x"),
            (["preferred_username": "ana", "email": "a@x"], nil, "ana"), (["email": ""], nil, nil),
        ] as [([String: String], String?, String?)])
    func `an empty name is none`(_ claims: [String: String], _ name: String?, _ username: String?) {
        let identity = Identity(
            issuer: "https://id.example", subject: "u", claims: Claims(claims.mapValues(JSONValue.string)))
        #expect(identity.name == name && identity.username == username)
    }

    @Test func `a sign-in is unnamed only if it brought neither a subject nor claims`() {
        let issuer = "https://id.example"
        let (unnamed, name) = (Identity.unnamed(at: issuer), JSONValue.string("Ana"))
        #expect(unnamed.isUnnamed && unnamed.issuer == issuer)
        // A provider may call somebody "unnamed", too.
        #expect(!Identity(issuer: issuer, subject: unnamed.subject, claims: Claims(["name": name])).isUnnamed)
        #expect(!Identity(issuer: issuer, subject: "u-1", claims: Claims([:])).isUnnamed)
    }
}
