// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import OAuthMessages
import PortableFoundation

/// The part of a browser that forms and redirects need.
struct ScriptedBrowser {
    enum Place {
        case page(ScriptedPage)
        case elsewhere(URL)
    }

    let transport: any Transport
    private var cookies: [String: String] = [:]

    init(transport: any Transport) { self.transport = transport }

    mutating func get(_ url: URL) async throws -> Place { try await send(HTTPRequest(url: url), body: Data(), at: url) }

    mutating func post(_ form: ScriptedPage.FilledForm) async throws -> Place {
        var request = HTTPRequest(method: .post, url: form.address)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        return try await send(request, body: Data(form.parameters.encoded.utf8), at: form.address)
    }

    private mutating func send(_ request: HTTPRequest, body: Data, at url: URL) async throws -> Place {
        var request = request
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let response = try await transport.send(request, body: body)
        for field in response.head.headerFields[values: .setCookie] {
            let parts = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        if let location = response.head.headerFields[.location],
            let target = URL(string: location, relativeTo: url)
        {
            return .elsewhere(target.absoluteURL)
        }
        return .page(
            ScriptedPage(
                address: url, isRefusal: response.status.kind == .clientError,
                html: String(decoding: response.body, as: UTF8.self)))
    }
}

struct ScriptedPage {
    struct FilledForm {
        let address: URL
        let parameters: FormParameters
    }

    struct Answers {
        let username: String
        let password: String
        var code: String?
        var userCode: String?
        /// From the range that Ofcom reserves for fiction.
        var phone = "+44 7700 900123"
    }

    let address: URL
    /// Whether the page rejects the person: its buttons lead to other accounts, or back.
    let isRefusal: Bool
    let html: String

    var asksForCode: Bool { html.contains(#"autocomplete="one-time-code""#) }

    /// Fills in the first form, with boxes unchecked, and presses its first button, which agrees to consent and terms.
    func form(filledWith answers: Answers) throws -> FilledForm {
        guard !isRefusal, !html.contains(#"role="alert""#),
            let form = html.firstMatch(of: #/<form [^>]*action="([^"]*)"[^>]*>(?s:.*?)</form>/#),
            let target = URL(string: unescaped(form.1), relativeTo: address)
        else { throw error }
        var parameters = FormParameters()
        for input in form.0.matches(of: #/<input ([^>]*)>/#) {
            guard let name = attribute("name", of: input.1), attribute("type", of: input.1) != "checkbox"
            else { continue }
            let value = attribute("value", of: input.1) ?? ""
            // Pages for customers use another name for the field of the user name.
            switch attribute("autocomplete", of: input.1) == "username" ? "username" : name {
            case "password": parameters.append(name, answers.password)
            case "username": parameters.append(name, answers.username)
            case "code": parameters.append(name, answers.code ?? "")
            case "user_code" where value.isEmpty: parameters.append(name, answers.userCode ?? "")
            case "phone" where value.isEmpty: parameters.append(name, answers.phone)
            default: parameters.append(name, value)
            }
        }
        if let button = form.0.firstMatch(of: #/<button ([^>]*)>/#), let name = attribute("name", of: button.1) {
            parameters.append(name, attribute("value", of: button.1) ?? "")
        }
        return FilledForm(address: target.absoluteURL, parameters: parameters)
    }

    private func attribute(_ name: String, of tag: Substring) -> String? {
        guard let range = tag.firstRange(of: " \(name)=\"") ?? tag.firstRange(of: "\(name)=\"") else { return nil }
        return unescaped(tag[range.upperBound...].prefix { $0 != "\"" })
    }

    private func unescaped(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }

    var hasForm: Bool { html.contains("<form ") }

    var error: ScriptedUserAgentError { ScriptedUserAgentError(message: "cannot continue from this page: \(text)") }

    var text: String {
        let body = html.firstMatch(of: #/<main>(?s:(.*))</main>/#)?.1 ?? html[...]
        return body.replacing(#/<[^>]*>/#, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
