// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import TenantAuthorization

/// An authorization response that the browser carries to an app: in a redirect, or in a page that posts it.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2
struct FrontChannelResponse {
    /// The address of the app, escaped in a page.
    var target: String
    var parameters: FormParameters
    /// Whether a page posts it.
    let isForm: Bool
    /// The text before the target, between target and parameters, and after them.
    private let texts: (before: Substring, between: String, after: Substring)

    /// The response in the address of a redirect; `nil` if it has none.
    init?(location: String) {
        guard let mark = location.lastIndex(where: { $0 == "?" || $0 == "#" }),
            let parameters = FormParameters(encoded: location[location.index(after: mark)...]),
            Self.isAnswer(parameters)
        else { return nil }
        (target, self.parameters, isForm) = (String(location[..<mark]), parameters, false)
        texts = ("", String(location[mark]), "")
    }

    /// The response in a page that posts it to an app; `nil` for other pages.
    ///
    /// The script of the page stays unchanged, because the page's policy permits it by its hash.
    init?(page: String) {
        let form = #/<form method="post" action="([^"]*)">\n((?:<input type="hidden" name="[^"]*" value="[^"]*">\n)+)/#
            .matchingSemantics(.unicodeScalar)
        guard page.contains("<script>\(FormPostPage.script)</script>"), let match = page.firstMatch(of: form)
        else { return nil }
        let parameters = Self.fields(in: match.2)
        guard Self.isAnswer(parameters) else { return nil }
        (target, self.parameters, isForm) = (String(match.1), parameters, true)
        let before = "\(page[..<match.range.lowerBound])<form method=\"post\" action=\""
        texts = (before[...], "\">\n", page[match.range.upperBound...])
    }

    /// The address of the redirect, or the page.
    var text: String { "\(texts.before)\(target)\(texts.between)\(isForm ? inputs : parameters.encoded)\(texts.after)" }

    private var inputs: String {
        parameters.pairs.map { pair in
            "<input type=\"hidden\" name=\"\(pair.name.escapedForHTML)\" value=\"\(pair.value.escapedForHTML)\">\n"
        }.joined()
    }

    private static func isAnswer(_ parameters: FormParameters) -> Bool {
        ["code", "error", "id_token", "access_token"].contains { parameters[$0] != nil }
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

extension FormParameters {
    /// The parameters with another value for one name, in its place or at the end; or without that name.
    func replacing(_ name: String, with value: String?) -> FormParameters {
        var changed = FormParameters()
        for pair in pairs { changed.append(pair.name, pair.name == name ? value : pair.value) }
        if self[name] == nil { changed.append(name, value) }
        return changed
    }
}
