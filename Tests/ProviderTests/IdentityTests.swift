// SPDX-License-Identifier: Apache-2.0
import Provider
import Testing

@Suite struct IdentityTests {
    @Test func `a sign-in is unnamed only if it brought neither a subject nor claims`() {
        let issuer = "https://id.example"
        let (unnamed, name) = (Identity.unnamed(at: issuer), JSONValue.string("Ana"))
        #expect(unnamed.isUnnamed && unnamed.issuer == issuer)
        // A provider may call somebody "unnamed", too.
        #expect(!Identity(issuer: issuer, subject: unnamed.subject, claims: Claims(["name": name])).isUnnamed)
        #expect(!Identity(issuer: issuer, subject: "u-1", claims: Claims([:])).isUnnamed)
    }
}
