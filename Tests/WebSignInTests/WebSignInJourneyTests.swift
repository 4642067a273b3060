// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting
import WebSignIn

@Suite struct WebSignInJourneyTests {
    let book: VisitorBook
    private var tenant: TestTenant { book.tenant }

    init() async throws { book = try VisitorBook(at: try await withTenant { $0 }) }

    @Test func `a page that requires a user redirects to the provider and back`() async throws {
        var visitor = Visitor(of: book)
        #expect(try await visitor.get("/").text == "The visitor book")
        #expect(visitor.cookie == nil, "a page for everyone sets no cookie")
        let page = try await visitor.signIn(at: "/hello?from=mail")
        #expect((page.text, page.head.headerFields[.cacheControl]) == ("Hello, Ana Silva!", "no-store"))
        #expect(try await visitor.get("/token").text == "a token")
    }

    @Test func `each sign-in gives a new cookie, and the old one opens nothing`() async throws {
        var visitor = Visitor(of: book)
        let start = try await visitor.get("/hello")
        #expect(visitor.cookie == nil)
        let waiting = try #require(start.head.headerFields[.setCookie])
        #expect(waiting.hasPrefix("sign-in-5000-") && waiting.hasSuffix("Max-Age=600; HttpOnly; SameSite=Lax"))
        let back = try await visitor.get(try await visitor.answer(to: start), .elsewhere)
        let fields = back.head.headerFields[values: .setCookie]
        #expect(
            fields.contains { $0.hasPrefix("session-5000=") && $0.hasSuffix("; Path=/; HttpOnly; SameSite=Lax") })
        #expect(visitor.cookies.count == 1, "the cookie of the sign-in is gone")
        let before = try #require(visitor.cookie)
        try await visitor.signIn(at: "/sign-in?return=/hello")
        #expect(visitor.cookie != nil && visitor.cookie != before)
        var thief = Visitor(of: visitor.book)
        thief.cookie = before
        #expect(try await thief.get("/hello").status == .seeOther)
        #expect(try await visitor.get("/hello").status == .ok)
    }

    @Test func `two tabs that open at once without a cookie both come back`() async throws {
        var (first, second) = (Visitor(of: book), Visitor(of: book))
        let starts = (try await first.get("/hello?tab=1"), try await second.get("/hello?tab=2"))
        // One browser: it has the cookies of both responses.
        first.cookies.merge(second.cookies)
        let answers = (try await first.answer(to: starts.0), try await first.answer(to: starts.1))
        #expect(try await first.get(answers.0, .elsewhere).location == "/hello?tab=1")
        #expect(try await first.get(answers.1, .elsewhere).location == "/hello?tab=2")
        #expect(try await first.get("/hello").text == "Hello, Ana Silva!")
    }

    @Test func `a response that arrives twice at once signs in once, and both lead to the page`() async throws {
        let visitor = Visitor(of: book)
        var first = visitor
        let answer = try await first.answer(to: first.get("/hello?page=3"))
        var second = first
        async let one = first.get(answer, .elsewhere)
        async let two = second.get(answer, .elsewhere)
        #expect(try await [one, two].map(\.location) == ["/hello?page=3", "/hello?page=3"])
        #expect(try await visitor.book.web.sessions().count == 1)
    }

    @Test func `two tabs sign in side by side, and each comes back to its page`() async throws {
        var visitor = Visitor(of: book)
        let (first, second) = (try await visitor.get("/hello?tab=1"), try await visitor.get("/hello?tab=2"))
        let answers = (try await visitor.answer(to: first), try await visitor.answer(to: second))
        #expect(try await visitor.get(answers.1, .elsewhere).location == "/hello?tab=2")
        #expect(try await visitor.get(answers.0, .elsewhere).location == "/hello?tab=1")
    }

    @Test func `going back to an answer leads to the page that it led to`() async throws {
        var visitor = Visitor(of: book)
        let answer = try await visitor.answer(to: visitor.get("/hello?page=3"))
        for _ in 1...3 {
            let response = try await visitor.get(answer, .elsewhere)
            #expect(response.status == .seeOther && response.location == "/hello?page=3")
        }
    }

    @Test func `a HEAD request does not use up a response`() async throws {
        var visitor = Visitor(of: book)
        let answer = try await visitor.answer(to: visitor.get("/hello"))
        #expect(try await visitor.send(.head, answer, .elsewhere).status == .methodNotAllowed)
        #expect(try await visitor.get(answer, .elsewhere).status == .seeOther)
        #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
    }

    @Test func `two people in two browsers see their own pages`() async throws {
        var (ana, conor) = (Visitor(of: book), Visitor(of: book))
        try await ana.signIn()
        try await conor.signIn(as: tenant.otherPerson)
        #expect(try await ana.get("/hello").text == "Hello, Ana Silva!")
        #expect(try await conor.get("/hello").text == "Hello, \(tenant.otherPerson.name)!")
    }

    @Test func `a form that is sent after the session ended is not lost`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let fields = try await visitor.get("/write").text
        tenant.clock.advance(by: .seconds(9 * 3600))
        let start = try await visitor.post("/write", "\(fields)&text=Good+morning%21")
        #expect(book.entries.all.isEmpty)
        let back = try await visitor.get(try await visitor.answer(to: start), .elsewhere)
        #expect(back.location == "/sign-in/form")
        let page = try await visitor.get(back.location, .link)
        #expect(page.text.contains("your input is not lost") && page.text.contains("Good morning!"))
        #expect(try await visitor.post("/write", page.form).text == "Written")
        #expect(book.entries.all == ["Ana Silva: Good morning!"])
        #expect(try await visitor.send(.head, "/sign-in/form", .link).status != .internalServerError)
    }
}

extension TransportResponse {
    var form: String {
        let form = text.firstMatch(of: #/<form (?s:.*?)</form>/#)?.0 ?? ""
        var fields = FormParameters()
        for field in form.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#) {
            fields.append(String(field.1), String(field.2))
        }
        return fields.encoded
    }

    var link: String {
        text.firstMatch(of: #/<a href="([^"]*)"/#).map { String($0.1).replacing("&amp;", with: "&") } ?? ""
    }
}
