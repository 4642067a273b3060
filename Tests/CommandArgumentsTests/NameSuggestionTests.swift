// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CommandArguments

/// Which name a mistyped word was probably meant to be.
@Suite struct NameSuggestionTests {
    private static let rows: [(word: String, names: [String], nearest: String?)] = [
        ("--limt", ["--limit", "--list"], "--limit"),  // a letter is missing
        ("--limmit", ["--limit"], "--limit"),  // one is too many
        ("--lumit", ["--limit"], "--limit"),  // one is another
        ("--ilmit", ["--limit"], "--limit"),  // two are swapped
        ("ad", ["add", "done"], "add"),
        ("dea", ["done", "add"], nil),  // a short word may differ in one letter, not in two
        ("abcdef", ["abcdxy"], "abcdxy"),  // a third of the letters
        ("abcde", ["abcxy"], nil),
        ("same", ["some", "same"], "same"),
        ("tosk", ["task", "tusk"], "task"),  // the first of two
        ("é", ["e"], "e"),
        ("", ["a"], "a"),
        ("", [], nil),
        ("nonsense", ["", "x"], nil),
        (String(repeating: "x", count: 10_000), ["add", "remove"], nil),
        // 100 letters are compared, of which 33 may be missing.
        (String(repeating: "x", count: 101), [String(repeating: "x", count: 67)], String(repeating: "x", count: 67)),
        (String(repeating: "x", count: 101), [String(repeating: "x", count: 66)], nil),
    ]

    @Test(arguments: rows)
    func `the nearest name is suggested, if it is near enough`(_ word: String, _ names: [String], _ nearest: String?) {
        #expect(NameSuggestion.nearest(to: word, among: names) == nearest)
    }
}
