// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth

/// The part of a browser that forms and redirects need.
struct ScriptedBrowser {
    /// The result of a request: a page, or a redirect.
    enum Place {
        case page(ScriptedPage)
        case elsewhere(URL)
    }

    let transport: any Transport
    private var cookies: [String: String] = [:]

    init(transport: any Transport) {
        self.transport = transport
    }

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
        return .page(ScriptedPage(address: url, html: String(decoding: response.body, as: UTF8.self)))
    }
}

/// A page of the tenant, reduced to its forms.
struct ScriptedPage {
    /// A form with its values, ready to be sent.
    struct FilledForm {
        let address: URL
        let parameters: FormParameters
    }

    let address: URL
    let html: String

    /// Fills in the first form of the page, with user name and password in their fields, and presses its
    /// first button.
    ///
    /// Boxes stay unchecked. On a consent page the first button agrees.
    ///
    /// - Throws: ``ScriptedUserAgentError`` if there is no form, or the page shows an error.
    func form(filledWith username: String, _ password: String) throws -> FilledForm {
        guard !html.contains(#"role="alert""#),
            let form = html.firstMatch(of: #/<form [^>]*action="([^"]*)"[^>]*>(?s:.*?)</form>/#),
            let target = URL(string: unescaped(form.1), relativeTo: address)
        else { throw ScriptedUserAgentError(message: "no way on from this page: \(text)") }
        var parameters = FormParameters()
        for input in form.0.matches(of: #/<input ([^>]*)>/#) {
            guard let name = attribute("name", of: input.1), attribute("type", of: input.1) != "checkbox"
            else { continue }
            // Pages for customers call the field of the user name by another name.
            switch attribute("autocomplete", of: input.1) == "username" ? "username" : name {
            case "password": parameters.append(name, password)
            case "username": parameters.append(name, username)
            default: parameters.append(name, attribute("value", of: input.1) ?? "")
            }
        }
        if let button = form.0.firstMatch(of: #/<button ([^>]*)>/#), let name = attribute("name", of: button.1) {
            parameters.append(name, attribute("value", of: button.1) ?? "")
        }
        return FilledForm(address: target.absoluteURL, parameters: parameters)
    }

    private func attribute(_ name: String, of tag: Substring) -> String? {
        guard let range = tag.range(of: " \(name)=\"") ?? tag.range(of: "\(name)=\"") else { return nil }
        return unescaped(tag[range.upperBound...].prefix { $0 != "\"" })
    }

    private func unescaped(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    /// The visible text of the page, for messages.
    private var text: String {
        let body = html.firstMatch(of: #/<main>(?s:(.*))</main>/#)?.1 ?? html[...]
        return body.replacing(#/<[^>]*>/#, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
