// SPDX-License-Identifier: Apache-2.0

/// Text that becomes markup on a page that does not escape it.
enum Hostile {
    static let texts = [
        #""><script>alert(1)</script>"#, "'><img src=x onerror=alert(1)>", "\"\u{301} onfocus=alert(1) autofocus x=\"",
        "'\u{301} onclick='alert(1)", "<\u{301}script>alert(1)</script>", "</title><script>alert(1)</script>",
        "{{csrf}}", "{{{csrf}}}", "{{> layout}}", "&lt;script&gt;", "--><svg/onload=alert(1)>", "\u{1}<b>", "]]><b>",
        "\u{202E}<b>", "${7*7}", "<%= 1 %>",
    ]

    /// Whether a page shows no part of a text as markup: every sign of it that means something is escaped.
    static func isHarmless(_ text: String, in page: String) -> Bool {
        let scalars = Array(page.unicodeScalars)
        let needle = Array(text.unicodeScalars)
        let isMarkup = needle.contains { "<>\"'".unicodeScalars.contains($0) }
        guard isMarkup, needle.count <= scalars.count else { return true }
        return !(0...(scalars.count - needle.count)).contains { start in
            scalars[start] == needle[0] && scalars[start..<(start + needle.count)].elementsEqual(needle)
        }
    }

    /// The same text with its special characters escaped.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        let names: [Unicode.Scalar: String] = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;"]
        for scalar in text.unicodeScalars {
            escaped.append(contentsOf: (names[scalar] ?? String(scalar)).unicodeScalars)
        }
        return String(escaped)
    }
}
