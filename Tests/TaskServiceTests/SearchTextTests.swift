// SPDX-License-Identifier: Apache-2.0
import Foundation
import TaskService
import Testing

@Suite struct SearchTextTests {
    @Test(arguments: [
        ("", ""), ("Buy MILK", "buy milk"), ("Crème brûlée", "creme brulee"), ("ÅNGSTRÖM", "angstrom"),
        ("ＡＢＣ", "abc"), ("Ёлка", "елка"), ("ΆΛΦΑ", "αλφα"), ("e\u{301}", "e"), ("茶", "茶"), ("Straße", "strasse"),
        ("Łódź", "łodz"), ("100 %_\\", "100 %_\\"), ("বাংলা", "বাংলা"), ("ไม่", "ไม่"), ("తెలుగు", "తెలుగు"),
        ("ಕನ್ನಡ", "ಕನ್ನಡ"), ("שָׁלוֹם", "שָׁלוֹם"), ("한국어", "한국어"), ("か\u{3099}", "か\u{3099}"), ("ｶﾞ￥", "カ\u{3099}¥"),
    ])
    func `a text is folded`(_ text: String, _ folded: String) { #expect(SearchText(text).folded == folded) }

    @Test func `ASCII folds to what the database's LOWER gives, so that nothing more is kept`() {
        let ascii = String(String.UnicodeScalarView((0x20...0x7e).compactMap { Unicode.Scalar($0) }))
        let lower = ascii.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
        #expect(Array(SearchText(ascii).folded.utf8) == lower)
        #expect(SearchText.stored(ascii) == nil)
        #expect(SearchText.stored("Ärger") == "arger")
    }

    /// Stores keep folded texts, also those that Foundation folded.
    @Test func `a text is folded as by Foundation`() {
        // The scripts of most names, and signs.
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x88E, 0x900...0xC47, 0xE00...0xEFF, 0x10A0...0x16FF, 0x1E00...0x2FFF, 0x3000...0x33FF,
            0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xFB00...0xFF5E, 0xFF61...0xFF9D, 0x1_F300...0x1_FAFF,
        ]
        let scalars = ranges.joined().compactMap(Unicode.Scalar.init)
        // After a letter that is the same without a mark, and after others.
        for letter in ["a", "ক", "א"] {
            let others = scalars.map { "\(letter)\($0)" }.filter { text in
                let expected = text.folding(
                    options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
                ).lowercased()
                return !SearchText(text).folded.unicodeScalars.elementsEqual(expected.unicodeScalars)
            }
            #expect(others.isEmpty)
        }
    }
}
