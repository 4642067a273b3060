// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@testable import SignIn

@Suite struct SealingKeyTests {
    private static let key = SealingKey(random: RandomSource { Array(repeating: 0xFB, count: $0) })

    @Test(arguments: ["-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s", "+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s="])
    func `a key is read from base64 of both kinds`(_ text: String) throws {
        #expect(try #require(SealingKey(text)) == Self.key)
    }

    @Test(arguments: [
        "", "key", "+/v7", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
        " " + String(repeating: "A", count: 43), String(repeating: "A", count: 42) + "!",
        String(repeating: "ab", count: 32),
    ])
    func `what is no key of 32 bytes is none`(_ text: String) {
        #expect(SealingKey(text) == nil)
    }

    @Test func `a key cannot be printed`() {
        var dumped = ""
        dump(Self.key, to: &dumped)
        dump(KeyFile.Content.key(Self.key), to: &dumped)
        for text in [String(describing: Self.key), String(reflecting: Self.key), "\(Self.key.text)", dumped] {
            #expect(!text.contains("-_v7") && !text.contains("251"), "\(text)")
        }
    }

    @Test func `the line of a key file is read as it was written`() {
        for content in [KeyFile.Content.key(Self.key), .inKeyring("0123")] {
            #expect(KeyFile.Content(content.text.revealed + "\n") == content)
            for spoiled in ["", "\n", content.text.revealed, content.text.revealed + " \n", " x\n", "a b c\n"] {
                #expect(KeyFile.Content(spoiled) == nil, "\(spoiled)")
            }
        }
        #expect(KeyFile.Content(KeyFile.Content.inKeyring("").text.revealed + "\n") == nil, "a keyring needs a name")
    }
}
