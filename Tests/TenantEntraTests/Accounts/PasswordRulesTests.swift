// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TenantDirectory

@Suite struct PasswordRulesTests {
    /// A password, what was typed the second time, and what the page says; `nil` if nothing is wrong.
    static let rows: [(String, String?, String?)] = [
        ("Abcdef1", nil, "A password must have 8 to 64 characters; this one has 7."), ("Abcdefg1", nil, nil),
        ("A1" + String(repeating: "a", count: 62), nil, nil),
        ("A1" + String(repeating: "a", count: 63), nil, "A password must have 8 to 64 characters; this one has 65."),
        ("abcdefgh", nil, "The password has 1 of the four kinds of characters."),
        ("abcdefg1", nil, "The password has 2 of the four kinds of characters."), ("abcdef1!", nil, nil),
        ("ABCDEF1!", nil, nil), ("Abcdefg!", nil, nil), ("Abcdef1!", "Abcdef1!", nil),
        ("Abcdef1!", "abcdef1!", "The passwords do not match."),
        // They look alike, and are two passwords.
        ("Abcd\u{E9}f1!", "Abcde\u{301}f1!", "The passwords do not match."),
    ]

    @Test(arguments: rows.indices) func `a new password is judged`(_ row: Int) {
        let (password, repeated, problem) = Self.rows[row]
        let said = PasswordRules.problem(with: password, repeated: repeated ?? password)
        #expect((said == nil) == (problem == nil))
        if let problem { #expect(said?.hasPrefix(problem) == true, "\(said ?? "")") }
    }
}
