// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import SignInTesting
import Testing

/// A browser at the visitor book: it keeps the book's cookie, and says where each request comes from.
struct Visitor {
    let book: VisitorBook
    private var page: PageVisitor

    init(of book: VisitorBook) {
        self.book = book
        page = PageVisitor(at: book.address, over: book.transport)
    }

    var cookies: CookieJar {
        get { page.cookies }
        set { page.cookies = newValue }
    }
    var cookie: String? {
        get { page.cookie }
        set { page.cookie = newValue }
    }
    var agent: String {
        get { page.agent }
        set { page.agent = newValue }
    }

    @discardableResult
    mutating func get(_ path: String, _ origin: PageVisitor.Origin = .typed) async throws -> TransportResponse {
        try await page.get(path, origin)
    }

    @discardableResult
    mutating func post(
        _ path: String, _ form: String, _ origin: PageVisitor.Origin = .form
    ) async throws -> TransportResponse { try await page.post(path, form, origin) }

    mutating func send(
        _ method: HTTPRequest.Method, _ path: String, _ origin: PageVisitor.Origin, _ form: String? = nil
    ) async throws -> TransportResponse { try await page.send(method, path, origin, form) }

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
