// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import MicrosoftGraph

@Suite struct ODataLiteralTests {
    /// Text, and the literal that holds it. OData URL Conventions 4.01 §5.1.1.14.1
    static let rows = [
        ("", "''"), ("Ann", "'Ann'"), ("O'Neil", "'O''Neil'"), ("'", "''''"), ("''", "''''''"),
        // A combining mark makes one character with the quote before it, and leaves it a quote for servers.
        ("'\u{301} or true", "'''\u{301} or true'"), ("a\u{301}'\u{200D}b", "'a\u{301}''\u{200D}b'"),
        ("'\u{FE0F}", "'''\u{FE0F}'"),
    ]

    @Test(arguments: rows) func `no quote ends the literal`(_ text: String, _ literal: String) {
        #expect("\(ODataLiteral(text))".unicodeScalars.elementsEqual(literal.unicodeScalars))
        // Between the outer quotes every quote is doubled.
        let inner = ODataLiteral(text).description.unicodeScalars.dropFirst().dropLast()
        #expect(inner.count { $0 == "'" } == 2 * text.unicodeScalars.count { $0 == "'" })
    }
}
