// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
import OAuthMessages

extension TransportResponse {
    /// A form's hidden fields, urlencoded, followed by others.
    package func fields(
        of target: String, at index: Int = 0, _ own: KeyValuePairs<String, String> = [:]
    ) throws -> String {
        let forms = text.components(separatedBy: "<form").dropFirst().map {
            $0.components(separatedBy: "</form>")[0]
        }.filter { $0.contains("action=\"\(target)\"") }
        let form = try #require(forms.dropFirst(index).first, "no form to \(target) in \(text)")
        var parameters = FormParameters()
        for match in form.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#) {
            parameters.append(String(match.1), Self.unescaped(String(match.2)))
        }
        for (name, value) in own { parameters.append(name, value) }
        return parameters.encoded
    }

    package func link(_ label: String) throws -> String {
        let found = text.matches(of: #/(?s)<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/#).first { $0.2.contains(label) }
        return Self.unescaped(String(try #require(found, "no link '\(label)' in \(text)").1))
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
