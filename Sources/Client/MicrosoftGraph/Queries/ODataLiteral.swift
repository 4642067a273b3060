// SPDX-License-Identifier: Apache-2.0
/// Text as a literal in an OData expression, from which no text can break out.
///
/// OData URL Conventions 4.01 §5.1.1.14.1: a single quote is doubled.
struct ODataLiteral: CustomStringConvertible {
    let description: String

    init(_ text: String) {
        // By scalars: a quote that a combining mark follows is another character, but servers read it as a quote.
        var quoted = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars {
            quoted.append(scalar)
            if scalar == "'" { quoted.append(scalar) }
        }
        quoted.append("'")
        description = String(quoted)
    }
}
