// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

@Suite struct SecretComparisonTests {
    @Test(arguments: [
        ("", "", true), ("secret", "secret", true), ("é", "é", true), ("secret", "Secret", false),
        ("secret", "secre", false), ("secre", "secret", false), ("secret", "", false), ("", "secret", false),
        ("ab", "ba", false), ("aa", "bb", false), ("é", "e\u{301}", false),
    ])
    func `secrets are the same if all their bytes are`(_ one: String, _ other: String, _ isSame: Bool) {
        #expect(one.isSameSecret(as: other) == isSame)
    }
}
