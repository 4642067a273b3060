// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A page without its prose: the title, the error, and what its forms send.
struct PageOutline {
    let lines: [String]

    init(_ html: String) {
        var lines = [html.firstMatch(of: #/<title>(.*?)<\/title>/#).map { "page: \($0.1)" } ?? "page without a title"]
        if let text = html.firstMatch(of: #/<p class="message">([^<]*)/#) { lines.append("  message: \(text.1)") }
        for frame in html.matches(of: #/<iframe [^>]*src="([^"]*)"/#) { lines.append("  frame: \(frame.1)") }
        if let next = html.firstMatch(of: #/http-equiv="refresh" content="([^"]*)"/#) {
            lines.append("  then: \(next.1)")
        }
        for part in html.components(separatedBy: "<form ").dropFirst() {
            lines += Self.form(part.components(separatedBy: "</form>")[0])
        }
        self.lines = lines
    }

    /// A form for an app is a response, so its values are shown, too.
    private static func form(_ html: String) -> [String] {
        let action = html.firstMatch(of: #/action="([^"]*)"/#).map { String($0.1) } ?? ""
        let isAnswer = action.contains("://")
        var fields: [String] = []
        for field in html.matches(of: #/<(?:input|button|select|textarea) [^>]*name="([^"]*)"[^>]*>/#) {
            let value = field.0.firstMatch(of: #/value="([^"]*)"/#).map { String($0.1) } ?? ""
            let text = isAnswer ? "    \(field.1)=\(value)" : String(field.1)
            if !fields.contains(text) { fields.append(text) }
        }
        return isAnswer ? ["  form to \(action)"] + fields : ["  form to \(action): \(fields.joined(separator: ", "))"]
    }
}
