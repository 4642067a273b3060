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

    mutating func get(_ url: URL) async throws -> Place {
        try await send(HTTPRequest(url: url), body: Data(), at: url)
    }

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
