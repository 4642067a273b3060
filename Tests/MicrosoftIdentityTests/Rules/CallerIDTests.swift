// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import Testing

@Suite struct CallerIDTests {
    private func callerID(_ claims: [String: JSONValue], subject: String = "s") -> String {
        ProviderRules.entra.callerID(Claims(claims), "https://login.example/t/v2.0", subject)
    }

    @Test func `a person keeps the id when another app calls`() {
        let claims: [String: JSONValue] = ["tid": .string("t"), "oid": .string("o")]
        #expect(callerID(claims, subject: "at one app") == callerID(claims, subject: "at another"))
        #expect(callerID(claims) == "t o")
    }

    @Test func `without a directory the subject counts`() {
        #expect(callerID(["oid": .string("o")]) == "https://login.example/t/v2.0 s")
        #expect(callerID([:], subject: "o") == "https://login.example/t/v2.0 o")
    }
}
