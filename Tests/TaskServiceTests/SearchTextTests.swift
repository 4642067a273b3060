// SPDX-License-Identifier: Apache-2.0
import TaskService
import Testing

@Suite struct SearchTextTests {
    @Test(arguments: [
        ("", ""), ("Buy MILK", "buy milk"), ("Crème brûlée", "creme brulee"), ("ÅNGSTRÖM", "angstrom"),
        ("ＡＢＣ", "abc"), ("Ёлка", "елка"), ("ΆΛΦΑ", "αλφα"), ("e\u{301}", "e"), ("茶", "茶"), ("Straße", "strasse"),
        ("Łódź", "łodz"), ("100 %_\\", "100 %_\\"),
    ])
    func `a text is folded`(_ text: String, _ folded: String) { #expect(SearchText(text).folded == folded) }

    @Test func `ASCII folds to what the database's LOWER gives, so that nothing more is kept`() {
        let ascii = String(String.UnicodeScalarView((0x20...0x7e).compactMap { Unicode.Scalar($0) }))
        let lower = ascii.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
        #expect(Array(SearchText(ascii).folded.utf8) == lower)
        #expect(SearchText.stored(ascii) == nil)
        #expect(SearchText.stored("Ärger") == "arger")
    }
}
