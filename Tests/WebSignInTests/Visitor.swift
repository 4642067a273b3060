// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider
import SignIn
import SignInTesting
import Testing

/// A browser at the visitor book: it keeps the book's cookie, and says where each request comes from.
struct Visitor {
    /// Where a request comes from, as a browser says it.
    enum Origin {
        case typed, link, elsewhere, elsewhereWithoutClick, script, form, formElsewhere
        /// Of a browser without fetch metadata.
        case oldForm, oldFormElsewhere, oldLink
    }

    let book: VisitorBook
    var cookies: [String: String] = [:]
    var agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

    init(of book: VisitorBook) { self.book = book }

    @discardableResult
    mutating func get(_ path: String, _ origin: Origin = .typed) async throws -> TransportResponse {
        try await send(.get, path, origin)
    }

    @discardableResult
    mutating func post(_ path: String, _ form: String, _ origin: Origin = .form) async throws -> TransportResponse {
        try await send(.post, path, origin, form)
    }

    mutating func send(
        _ method: HTTPRequest.Method, _ path: String, _ origin: Origin, _ form: String? = nil
    ) async throws -> TransportResponse {
        var request = HTTPRequest(
            method: method, url: try #require(URL(string: path.hasPrefix("/") ? book.address + path : path)))
        request.headerFields[.accept] = "text/html"
        request.headerFields[.userAgent] = agent
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        if form != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        for (name, value) in fields(of: origin) {
            if let name = HTTPField.Name(name) { request.headerFields[name] = value }
        }
        let response = try await book.transport.send(request, body: Data((form ?? "").utf8))
        for field in response.head.headerFields[values: .setCookie] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies[try #require(pair.first)] = field.contains("Max-Age=0") ? nil : pair.last
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
        case .form: page + [("Sec-Fetch-Site", "same-origin"), ("Origin", book.address)]
        case .oldForm: [("Origin", book.address)]
        case .oldFormElsewhere: [("Origin", "https://evil.example")]
        case .oldLink: []
        case .formElsewhere: page + [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")]
        }
    }

    /// The name and the value of the session's cookie.
    var cookie: String? {
        get { cookies.first { $0.key.contains("session") }.map { "\($0.key)=\($0.value)" } }
        set {
            cookies = cookies.filter { !$0.key.contains("session") }
            let pair = newValue?.split(separator: "=", maxSplits: 1).map(String.init)
            if let pair, pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
    }

    /// Signs a person in at the provider's pages; gives the address that the provider sends the browser to.
    func answer(
        to response: TransportResponse, at registration: ClientRegistration? = nil, as person: TestPerson? = nil
    ) async throws -> String {
        #expect(response.status == .seeOther)
        let agent = book.tenant.userAgent(signingIn: person ?? book.tenant.person)
        let visit = try await agent.prepareVisit(for: (registration ?? book.registration).redirectURI)
        return try await visit.open(try #require(URL(string: response.location))).revealed.absoluteString
    }

    /// Opens a page that needs a person, signs in, and gives the page.
    @discardableResult
    mutating func signIn(at path: String = "/hello", as person: TestPerson? = nil) async throws -> TransportResponse {
        let answer = try await answer(to: get(path), as: person)
        let response = try await get(answer, .elsewhere)
        #expect(response.status == .seeOther, "\(response.text)")
        return try await get(response.location, .link)
    }
}

extension TransportResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    var location: String { head.headerFields[.location] ?? "" }
}
