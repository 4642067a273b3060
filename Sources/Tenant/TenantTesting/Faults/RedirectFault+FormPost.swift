// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantControl

extension RedirectFault {
    /// A page that posts an authorization response to an app, with the response spoiled; `nil` for other pages, and for
    /// unreadable parameters, because the browser encodes a form itself.
    ///
    /// The script of the page stays unchanged, because the page's policy permits it by its hash.
    ///
    /// OAuth 2.0 Form Post Response Mode §2
    func spoil(page: String) -> String? {
        let form = #/<form method="post" action="([^"]*)">\n((?:<input type="hidden" name="[^"]*" value="[^"]*">\n)+)/#
            .matchingSemantics(.unicodeScalar)
        guard self != .unreadableRedirect, page.contains("<script>\(FormPostPage.script)</script>"),
            let match = page.firstMatch(of: form)
        else { return nil }
        let answer = Self.fields(in: match.2)
        guard Self.isAnswer(answer) else { return nil }
        let escaping = ScalarEscaping()
        let inputs = spoiled(answer).pairs.map { pair in
            let (name, value) = (escaping.escapeText(pair.name), escaping.escapeText(pair.value))
            return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
        }
        let action = self == .wrongRedirect ? "\(match.1)/elsewhere" : String(match.1)
        let spoiled = "<form method=\"post\" action=\"\(action)\">\n" + inputs.joined()
        return page[..<match.range.lowerBound] + spoiled + page[match.range.upperBound...]
    }

    private static func fields(in inputs: Substring) -> FormParameters {
        var fields = FormParameters()
        let input = #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#.matchingSemantics(.unicodeScalar)
        for match in inputs.matches(of: input) { fields.append(unescaped(match.1), unescaped(match.2)) }
        return fields
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
