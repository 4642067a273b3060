// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SampleServers
import SignInTesting
import WebSignIn

@Suite struct WebSignInFormTests {
    let book: VisitorBook
    private var tenant: TestTenant { book.tenant }

    init() async throws { book = try VisitorBook(at: try await withTenant { $0 }) }

    @Test func `a form sent twice at once runs its step once, and the second request waits`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let form = try await visitor.get("/write").text
        let gate = visitor.book.gate
        gate.close()
        let browser = visitor
        async let first = Self.send(form + "&text=a", browser)
        await gate.arrival()
        async let second = Self.send(form + "&text=a", browser)
        gate.open()
        #expect(try await [first, second].map(\.1) == ["Written", "Written before"])
        #expect(visitor.book.entries.all == ["once: a"])
    }

    @Test func `a failed step can run again, and after ten minutes a form counts as new`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let form = try await visitor.get("/write").text
        #expect(try await Self.send(form + "&text=fail", visitor).0 == .badGateway)
        #expect(try await Self.send(form + "&text=b", visitor).1 == "Written")
        tenant.clock.advance(by: .seconds(599))
        #expect(try await Self.send(form + "&text=b", visitor).1 == "Written before")
        tenant.clock.advance(by: .seconds(2))
        #expect(try await Self.send(form + "&text=b", visitor).1 == "Written")
    }

    @Test func `a failed step can run again even if the storage did not respond after it`() async throws {
        let storage = FailingSessionStorage()
        var visitor = try await Visitor(signedInTo: VisitorBook(at: tenant, keepingIn: storage))
        let form = try await visitor.get("/write").text
        storage.fail(["release"])
        #expect(try await Self.send(form + "&text=fail", visitor).0 == .badGateway)
        storage.fail([])
        // The unreleased claim expires.
        tenant.clock.advance(by: .seconds(41))
        #expect(try await Self.send(form + "&text=b", visitor).1 == "Written")
        #expect(try await Self.send(form + "&text=b", visitor).1 == "Written before")
    }

    @Test(arguments: FailingSessionStorage.methods, FailingSessionStorage.Moment.allCases)
    func `a form kept over a sign-in survives a storage failure`(
        method: String, moment: FailingSessionStorage.Moment
    ) async throws {
        let storage = FailingSessionStorage()
        var visitor = try await Visitor(signedInTo: VisitorBook(at: tenant, keepingIn: storage))
        let form = try await visitor.get("/write").text + "&text=plants"
        for session in try await storage.signedInSessions(at: tenant.clock.now) {
            try await storage.remove(session.id)
        }
        let answer = try await visitor.answer(to: visitor.post("/write", form))
        storage.fail([method], moment)
        var page = try await visitor.get(answer, .elsewhere)
        storage.fail([])
        // The person takes the step that each page offers.
        for _ in 0..<6 where page.text != "Written" {
            if page.status == .seeOther {
                page =
                    page.location.hasPrefix("/")
                    ? try await visitor.get(page.location, .link)
                    : try await visitor.get(visitor.answer(to: page), .elsewhere)
            } else if page.text.contains("action=\"/write\"") {
                page = try await visitor.post("/write", page.fields(of: "/write"))
            } else {
                page = try await visitor.get(page.link("Try again"), .link)
            }
        }
        #expect(visitor.book.entries.all == ["Ana Silva: plants"])
    }

    @Test(arguments: FailingSessionStorage.Moment.allCases)
    func `a reload resumes a sign-in after a storage failure`(moment: FailingSessionStorage.Moment) async throws {
        let storage = FailingSessionStorage()
        var visitor = Visitor(of: try VisitorBook(at: tenant, keepingIn: storage))
        let answer = try await visitor.answer(to: visitor.get("/hello"))
        storage.fail(["take"], moment)
        #expect(try await visitor.get(answer, .elsewhere).status == .serviceUnavailable)
        storage.fail([])
        let page = try await visitor.get(answer, .elsewhere)
        #expect(page.location == "/hello", "\(page.text)")
        // The storage consumed the sign-in, so the page requests another.
        #expect(try await visitor.get(page.location, .link).status == (moment == .before ? .ok : .seeOther))
    }

    @Test func `a form without its mark, or with an odd one, is refused`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let form = try await visitor.get("/write").text.split(separator: "&")
            .filter { !$0.hasPrefix("form-once=") }.joined(separator: "&")
        for mark in [
            "", "&form-once=", "&form-once=%00", "&form-once=a+b",
            "&form-once=\(String(repeating: "x", count: 65))",
        ] { #expect(try await Self.send(form + mark + "&text=c", visitor).0 == .forbidden, "\(mark)") }
        #expect(visitor.book.entries.all == [])
    }

    @Test func `a session remembers what happened to its accounts, the latest first`() async throws {
        var visitor = Visitor(of: book)
        #expect(try await visitor.get("/events").text == "", "no session, no events")
        try await visitor.signIn()
        tenant.clock.advance(by: .seconds(2 * 3600))
        _ = try await visitor.get("/token")
        tenant.clock.advance(by: .seconds(2 * 3600))
        _ = try await visitor.get("/token")
        try await visitor.signIn(at: "/sign-in?return=/hello")
        let lines = try await visitor.get("/events").text.split(separator: "\n").map(String.init)
        #expect(
            lines == ["signedInAgain Ana Silva work", "refreshed Ana Silva work", "signedIn Ana Silva work"],
            "two refreshes in a row are one line")
    }

    @Test func `a route leads to the provider and to another page after it`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        tenant.clock.advance(by: .seconds(60))
        let back = try await visitor.get(visitor.answer(to: visitor.get("/agree", .link)), .elsewhere)
        #expect(back.location == "/hello?from=agree", "\(back.text)")
    }

    /// Sends a form in another tab, and returns the status and the text.
    private static func send(_ form: String, _ browser: Visitor) async throws -> (HTTPResponse.Status, String) {
        var tab = browser
        let response = try await tab.post("/write-once", form)
        return (response.status, response.text)
    }
}
