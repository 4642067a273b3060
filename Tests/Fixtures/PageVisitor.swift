// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport

/// A browser at a web app in process, with the app's cookies.
package struct PageVisitor: Sendable {
    /// The kinds of requests that browsers distinguish in header fields.
    package enum Origin: Sendable {
        case typed, link, elsewhere, elsewhereWithoutClick, script, form, formElsewhere
        /// A form of another origin of the same site, sent with all cookies.
        case formOfSister
        /// Of a browser without fetch metadata and `SameSite`.
        case oldForm, oldFormElsewhere, oldLink

        fileprivate var initiator: CookieJar.Initiator {
            switch self {
            case .elsewhere, .elsewhereWithoutClick: .link
            case .formElsewhere: .form
            default: .sameSite
            }
        }
    }

    /// Without a trailing slash.
    package let address: String
    package var transport: any Transport
    /// They expire by the system's clock, whatever the app's clock says.
    package var cookies: CookieJar = [:]
    package var agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    package var languages: String?

    package init(at address: String, over transport: any Transport) {
        (self.address, self.transport) = (address, transport)
    }

    @discardableResult
    package mutating func get(_ path: String, _ origin: Origin = .typed) async throws -> TransportResponse {
        try await send(.get, path, origin)
    }

    @discardableResult
    package mutating func post(
        _ path: String, _ form: String, _ origin: Origin = .form
    ) async throws -> TransportResponse { try await send(.post, path, origin, form) }

    package mutating func send(
        _ method: HTTPRequest.Method, _ path: String, _ origin: Origin, _ form: String? = nil
    ) async throws -> TransportResponse {
        let url = try #require(URL(string: path.hasPrefix("/") ? address + path : path))
        let (isOwn, isHTTPS) = (path.hasPrefix("/") || path.hasPrefix("\(address)/"), url.scheme == "https")
        var request = HTTPRequest(method: method, url: url)
        request.headerFields[.accept] = "text/html"
        request.headerFields[.userAgent] = agent
        request.headerFields[.acceptLanguage] = languages
        if isOwn {
            request.headerFields[.cookie] = cookies.field(
                for: url.path(), overHTTPS: isHTTPS, from: origin.initiator, now: Date())
        }
        if form != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        for (name, value) in fields(of: origin) {
            if let name = HTTPField.Name(name) { request.headerFields[name] = value }
        }
        let response = try await transport.send(request, body: Data((form ?? "").utf8))
        for field in response.head.headerFields[values: .setCookie] where isOwn {
            cookies.keep(field, overHTTPS: isHTTPS, now: Date())
        }
        return response
    }

    private func fields(of origin: Origin) -> [(String, String)] {
        let page = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
        return switch origin {
        case .typed: page + [("Sec-Fetch-Site", "none"), ("Sec-Fetch-User", "?1")]
        case .link: page + [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-User", "?1")]
        case .elsewhere: page + [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-User", "?1")]
        case .elsewhereWithoutClick: page + [("Sec-Fetch-Site", "cross-site")]
        case .script:
            [("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Site", "same-origin")]
        case .form: page + [("Sec-Fetch-Site", "same-origin"), ("Origin", address)]
        case .oldForm: [("Origin", address)]
        case .oldFormElsewhere: [("Origin", "https://evil.example")]
        case .oldLink: []
        case .formElsewhere: page + [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")]
        case .formOfSister: page + [("Sec-Fetch-Site", "same-site"), ("Origin", "\(address)1")]
        }
    }

    /// The session cookie's name and value.
    package var cookie: String? {
        get { cookies.pairs.first { $0.name.contains("session") }.map { "\($0.name)=\($0.value)" } }
        set {
            for name in cookies.names where name.contains("session") { cookies[name] = nil }
            let pair = newValue?.split(separator: "=", maxSplits: 1).map(String.init)
            if let pair, pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
    }
}

extension TransportResponse {
    package var text: String { String(decoding: body, as: UTF8.self) }
    package var location: String { head.headerFields[.location] ?? "" }
}
