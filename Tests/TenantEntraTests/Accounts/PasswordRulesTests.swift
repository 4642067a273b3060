// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TenantDirectory

@Suite struct PasswordRulesTests {
    private static let services: [PasswordRules] = [.entraID, .externalID, .azureADB2C]
    private static let all = [true, true, true]
    private static let none = [false, false, false]

    private static func password(_ count: Int, of letter: String = "a") -> String {
        "A1" + String(repeating: letter, count: count - 2)
    }

    /// A password, and whether it is accepted by Entra ID, External ID, and Azure AD B2C.
    static let rows: [(String, [Bool])] = [
        ("Abcdef1", none), ("Abcdefg1", all),
        (password(64), all), (password(65), [true, true, false]),
        (password(256), [true, true, false]), (password(257), none),
        ("abcdefgh", none), ("abcdefg1", none), ("abcdef1!", all), ("ABCDEF1!", all), ("Abcdefg!", all),
        ("Abcd ef1", all), (" Abcdef1", [true, true, false]), ("Abcdef1 ", [true, true, false]),
        (##"aA0@#$%^&*-_!+=[]{}|\:',.?/`~"();"##, all), ("Abcdef1<", [true, true, false]),
        ("Abcdef1>", [true, true, false]), ("Abcdef1\u{7F}", none), ("Abcdef1\t", none), ("Abcdef1\0", none),
        ("Abcdef1\u{E9}", [false, true, false]), ("\u{C4}\u{D6}\u{DC}\u{E4}\u{F6}\u{FC}12", [false, true, false]),
        ("Abcdef1\u{3A9}", [false, true, false]), ("Abcdef1\u{1F5DD}", [false, true, false]),
        ("Abcdef1\u{A0}", [false, true, false]), ("\u{212A}bcdefg1", [false, true, false]), ("Abcdef1\u{85}", none),
        ("Abcdef1\u{2028}", none),
        ("Abcdef1\u{FFFF}", none), ("Abcde1\u{E9}", none),
        // Two scalars are one character after normalization.
        ("Abcde1e\u{301}", none), ("Abcdef1e\u{301}", [false, true, false]),
        (password(256, of: "e\u{301}"), [false, true, false]), (password(257, of: "e\u{301}"), none),
    ]

    @Test(arguments: rows.indices) func `each service accepts its own passwords`(_ row: Int) {
        let (password, expected) = Self.rows[row]
        #expect(Self.services.map { $0.problem(with: password, repeated: password) == nil } == expected)
    }

    /// A password, its repetition, and the start of the problem; `nil` for none.
    static let problems: [(String, String?, String?)] = [
        ("Abcdef1", nil, "A password must have 8 to 256 characters; this one has 7."),
        ("abcdefgh", nil, "The password has 1 of the four kinds of characters."),
        ("abcdefg1", nil, "The password has 2 of the four kinds of characters."),
        ("Abcdef1!", "abcdef1!", "The passwords do not match."), ("Abcdef1!", "Abcdef1!", nil),
        // Keyboards send a letter with an accent as one scalar or as two.
        ("Abcd\u{E9}f1!", "Abcde\u{301}f1!", nil), ("Abcd\u{E9}f1!", "Abcdef1!", "The passwords do not match."),
        ("Abcdef1\u{7}", nil, "The password has a character that is not allowed here."),
    ]

    @Test(arguments: problems.indices) func `a page names the problem`(_ row: Int) {
        let (password, repeated, problem) = Self.problems[row]
        let text = PasswordRules.externalID.problem(with: password, repeated: repeated ?? password)
        #expect((text == nil) == (problem == nil))
        if let problem { #expect(text?.hasPrefix(problem) == true, "\(text ?? "")") }
    }

    @Test func `a page names the length that its service allows`() {
        #expect(Self.services.map { String($0.words.prefix(8)) } == ["8 to 256", "8 to 256", "8 to 64 "])
    }
}
