// SPDX-License-Identifier: Apache-2.0
import Mustache

/// Escapes text for HTML scalar by scalar.
///
/// The library's own escaping goes character by character, and overlooks a quote that a combining mark follows: one
/// `"` with an accent on it would end an attribute.
struct ScalarEscaping: MustacheContentType {
    /// The name that each template begins with: `{{% CONTENT_TYPE: PAGE}}`.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
