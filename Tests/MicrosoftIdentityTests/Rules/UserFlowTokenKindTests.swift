// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import Testing

/// Access tokens of user flows repeat the nonce of the sign-in, which elsewhere marks an ID token.
@Suite struct UserFlowTokenKindTests {
    @Test(arguments: [
        (["azp", "scp"], false, false), (["azp", "nonce"], false, true), (["azp", "nonce", "at_hash"], true, true),
        (["azp", "c_hash"], true, true), (["nonce"], true, true), (["sub"], true, false),
    ])
    func `a token is told apart by what it has`(_ names: [String], ofUserFlow: Bool, elsewhere: Bool) {
        let claims = Claims(Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.string("x")) }))
        #expect(ProviderRules.userFlow.isIDToken(claims) == ofUserFlow)
        #expect(ProviderRules.standard.isIDToken(claims) == elsewhere)
    }
}
