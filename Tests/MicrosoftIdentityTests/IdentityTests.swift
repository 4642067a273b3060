// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import Testing

@Suite struct IdentityTests {
    @Test(
        arguments: [(.boolean(true), true), (.boolean(false), false), (.string("true"), false), (nil, false)]
            as [(JSONValue?, Bool)])
    func `a user who has just signed up is new`(_ claim: JSONValue?, _ isNew: Bool) {
        #expect(Identity(issuer: "i", subject: "s", claims: Claims(["newUser": claim ?? .null])).isNew == isNew)
    }

    @Test func `a person is known by directory and id`() {
        let identity = Identity(
            issuer: "i", subject: "s",
            claims: Claims(["oid": .string("o"), "tid": .string("t"), "emails": .array([.string("a"), .string("b")])]))
        #expect(identity.objectID == "o" && identity.tenantID == "t" && identity.emails == ["a", "b"])
        let nobody = Identity(issuer: "i", subject: "s", claims: Claims([:]))
        #expect(nobody.objectID == nil && nobody.tenantID == nil && nobody.emails.isEmpty)
    }
}
