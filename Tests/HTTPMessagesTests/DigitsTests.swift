// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Numbers of decimal digits alone, as lengths and ages are.
@Suite struct DigitsTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("999999999999999999", 999_999_999_999_999_999), ("", nil),
            ("1000000000000000000", nil), ("99999999999999999999", nil), ("+1", nil), ("-1", nil), (" 1", nil),
            ("1x", nil), ("/", nil), (":", nil), ("٣", nil),
        ] as [(String, UInt64?)])
    func `a number has 1 to 18 digits`(_ text: String, _ number: UInt64?) {
        #expect(UInt64(digits: text.utf8) == number)
    }
}
