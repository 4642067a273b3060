// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// Exchanges as text in the format of `curl --verbose`: `>` for requests, `<` for responses.
///
/// Names and values of queries and forms stand decoded in requests; what the tenant says stands as it is. Below an
/// exchange stand the tokens that it brought, decoded. Secrets have names, and a field that a page's form carried
/// along by itself shows `…`.
struct Transcript {
    private(set) var text: String
    private var names = StableNames()
    /// What the forms of the newest page carry along.
    private var carried: Set<FormParameters.Pair> = []

    /// Fields of every response, which have tests of their own.
    private static let leftOut: Set = [
        "content-length", "content-security-policy", "cross-origin-opener-policy", "cross-origin-resource-policy",
        "referrer-policy", "x-content-type-options", "x-frame-options",
    ]

    init(title: String, _ exchanges: [Exchange]) {
        text = "# \(title)\n"
        for exchange in exchanges { add(exchange) }
    }

    private mutating func add(_ exchange: Exchange) {
        let known = names.tokens.count
        names.learn(exchange)
        let (question, answer) = exchange.isOutgoing ? ("<<", ">>") : (">", "<")
        var lines = request(exchange).map { "\(question) \($0)" } + [""]
        lines += response(exchange.answer).map { "\(answer) \($0)" }
        for token in names.tokens.dropFirst(known) { lines += Self.decoded(token) }
        text += names.applied(to: "\n" + lines.map(Self.trimmed).joined(separator: "\n") + "\n")
        if !exchange.isOutgoing, Self.isPage(exchange.answer) { carried = Self.hiddenFields(exchange.answer.text) }
    }

    private func request(_ exchange: Exchange) -> [String] {
        let target = exchange.isOutgoing ? "\(exchange.request.url?.absoluteString ?? "")" : exchange.path
        var lines = ["\(exchange.request.method.rawValue) \(target)"]
        if !exchange.isOutgoing { lines += parameters(exchange.query, first: "  ?", next: "  &") }
        lines += Self.fields(exchange.request.headerFields)
        guard !exchange.content.isEmpty else { return lines }
        let form = exchange.form
        guard !form.pairs.isEmpty else {
            return lines + [""] + Self.lines(of: String(decoding: exchange.content, as: UTF8.self))
        }
        return lines + [""] + parameters(form, first: "", next: "")
    }

    private func parameters(_ parameters: FormParameters, first: String, next: String) -> [String] {
        parameters.pairs.enumerated().map { number, pair in
            let value = carried.contains(pair) ? "…" : pair.value
            return "\(number == 0 ? first : next)\(pair.name)=\(value)"
        }
    }

    private func response(_ answer: Answer) -> [String] {
        let lines = ["\(answer.status.code) \(answer.status.reasonPhrase)"] + Self.fields(answer.fields)
        guard !answer.body.isEmpty else { return lines }
        return lines + [""] + Self.content(answer)
    }

    private static func content(_ answer: Answer) -> [String] {
        let type = answer.fields[.contentType] ?? ""
        if isPage(answer) { return PageOutline(answer.text).lines }
        if type.contains("json") || (type.isEmpty && answer.text.hasPrefix("{")) {
            return Self.lines(of: JSONLayout(answer.text).text)
        }
        return type.hasPrefix("image/") ? ["(\(answer.body.count) bytes)"] : Self.lines(of: answer.text)
    }

    private static func fields(_ fields: HTTPFields) -> [String] {
        fields.filter { !leftOut.contains($0.name.canonicalName) }.flatMap { field in
            let text = "\(field.name.rawName): \(field.value)"
            guard field.name == .location, let mark = text.firstIndex(where: { "?#".contains($0) }) else {
                return [text]
            }
            // One parameter a line; otherwise as it was sent.
            let parameters = text[mark...].split(separator: "&").joined(separator: "\n  &")
            return [String(text[..<mark])] + Self.lines(of: "  \(parameters)")
        }
    }

    private static func decoded(_ token: (name: String, text: String)) -> [String] {
        guard let parts = DecodedToken(token.text) else { return [] }
        return ["", "\(token.name) \(parts.headerText)"] + lines(of: JSONLayout(parts.claimsText).text)
    }

    private static func hiddenFields(_ html: String) -> Set<FormParameters.Pair> {
        let forms = html.components(separatedBy: "</form>").map { PageForm($0 + "</form>") }
        // A form that goes to an app is an answer, and carries nothing along.
        return Set(forms.filter { $0.action.hasPrefix("/") }.flatMap(\.fields.pairs).filter { !$0.value.isEmpty })
    }

    private static func isPage(_ answer: Answer) -> Bool { answer.fields[.contentType]?.hasPrefix("text/html") == true }

    private static func lines(of text: String) -> [String] { text.components(separatedBy: .newlines) }

    private static func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }
}

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
