// SPDX-License-Identifier: Apache-2.0
/// Text as a literal in an OData expression, from which no text can break out.
///
/// OData URL Conventions 4.01 §5.1.1.14.1: a single quote is doubled.
struct ODataLiteral: CustomStringConvertible {
    let description: String

    init(_ text: String) {
        description = "'" + text.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
}
