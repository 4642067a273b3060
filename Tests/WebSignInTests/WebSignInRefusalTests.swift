// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SampleServers
import SignInTesting
import WebSignIn

@Suite struct WebSignInRefusalTests {
    let book: VisitorBook
    private var tenant: TestTenant { book.tenant }

    init() async throws { book = try VisitorBook(at: try await withTenant { $0 }) }

    @Test func `a response in another browser is rejected with an explanation`() async throws {
        var (visitor, other) = (Visitor(of: book), Visitor(of: book))
        let answer = try await visitor.answer(to: visitor.get("/hello"))
        let page = try await other.get(answer, .elsewhere)
        #expect(page.status == .badRequest && page.text.contains("The sign-in started elsewhere"))
        #expect(other.cookie == nil)
        // A browser with another session did not request this response either: login CSRF.
        try await other.signIn(as: tenant.otherPerson)
        let forged = try await other.get(answer, .elsewhere)
        #expect(forged.status == .badRequest && forged.text.contains("This sign-in has ended"))
        #expect(try await other.get("/hello").text == "Hello, \(tenant.otherPerson.name)!")
        #expect(try await visitor.get(answer, .elsewhere).status == .seeOther, "the first browser may still use it")
    }

    @Test(arguments: ["", "?state=x", "?state=x&state=y", "?error=access_denied", "?error=access_denied&state=x", "?%"])
    func `an answer without its request changes nothing`(_ query: String) async throws {
        var visitor = try await Visitor(signedInTo: book)
        let page = try await visitor.get("/signin-oidc\(query)", .elsewhere)
        #expect(page.status == .badRequest && page.text.contains("This sign-in has ended"))
        #expect(try await visitor.get("/hello").status == .ok)
    }

    @Test func `an answer that is too late is refused`() async throws {
        var visitor = Visitor(of: book)
        let answer = try await visitor.answer(to: visitor.get("/hello"))
        tenant.clock.advance(by: .seconds(601))
        #expect(try await visitor.get(answer, .elsewhere).text.contains("The sign-in started elsewhere"))
    }

    @Test func `the provider's answer in a posted form is refused with the reason`() async throws {
        var visitor = Visitor(of: book)
        let page = try await visitor.post("/signin-oidc", "code=x&state=y", .formElsewhere)
        #expect(page.status == .badRequest && page.text.contains("response_mode=query"))
    }

    @Test func `the cookie of another browser does not fix a session`() async throws {
        var attacker = Visitor(of: book)
        try await attacker.get("/write")
        let planted = try #require(attacker.cookie)
        var victim = Visitor(of: book)
        victim.cookie = planted
        try await victim.signIn()
        #expect(victim.cookie != planted)
        #expect(try await attacker.get("/hello").status == .seeOther)
    }

    @Test
    func `a request whose content comes late does not enter a session that another browser took over`() async throws {
        var attacker = Visitor(of: book)
        let fields = try await attacker.get("/write").text
        var victim = attacker
        book.gate.close()
        async let late = attacker.posting("/write-late", "\(fields)&text=spam")
        await book.gate.arrival()
        try await victim.signIn()
        book.gate.open()
        #expect(try await late.status == .seeOther)
        #expect(book.entries.all.isEmpty)
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https://evil.example/", "evil", "/%2F/evil.example", "/%5Cevil.example",
        "/.//evil.example", "/a%0d%0ab", "//evil.example/%2e%2e", "javascript:alert(1)", "/a b", "/#x", "@evil.example",
        "",
    ])
    func `an address to come back to that is not our own is refused`(_ address: String) async throws {
        var visitor = Visitor(of: book)
        let page = try await visitor.get("/sign-in?return=\(FormParameters.encoded(address))", .link)
        #expect(page.status == .badRequest && page.text.contains("This link leads elsewhere"), "\(address)")
    }

    @Test func `a form of another site is rejected even without a cookie`() async throws {
        var visitor = Visitor(of: book)
        for origin in [PageVisitor.Origin.formElsewhere, .formOfSister, .oldFormElsewhere] {
            let page = try await visitor.post("/write", "text=x", origin)
            #expect(page.status == .forbidden && page.text.contains("This form was not accepted"))
        }
        #expect(try await visitor.send(.head, "/sign-in?return=/hello", .link).status == .methodNotAllowed)
        #expect(visitor.cookies.isEmpty)
    }

    @Test(arguments: ["?return=/a&return=/b", "?registration=x", "?registration=work&registration=work"])
    func `an unreadable sign-in request shows a page and causes no redirect loop`(_ query: String) async throws {
        var visitor = Visitor(of: book)
        #expect(try await visitor.get("/sign-in\(query)", .link).status == .badRequest)
    }

    @Test func `an insufficient sign-in is not repeated endlessly`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        for wait in [Duration.zero, .seconds(9)] {
            tenant.clock.advance(by: wait)
            let page = try await visitor.get("/never-enough")
            #expect(page.status == .badRequest && page.text.contains("does not permit this page"))
        }
        tenant.clock.advance(by: .seconds(1))
        #expect(try await visitor.get("/never-enough").status == .seeOther)
    }

    @Test func `a step that matters asks for a fresh authentication`() async throws {
        var visitor = Visitor(of: try VisitorBook(at: tenant, try VisitorBook.standardRegistration()))
        try await visitor.signIn()
        #expect(try await visitor.get("/step").text == "Done")
        tenant.clock.advance(by: .seconds(301))
        let start = try await visitor.get("/step")
        #expect(start.location.contains("prompt=login") && start.location.contains("max_age=300"))
        let back = try await visitor.get(visitor.answer(to: start), .elsewhere)
        #expect(back.location == "/step", "\(back.text)")
        #expect(try await visitor.get("/step").text == "Done")
    }

    @Test func `an authentication in the future is not a fresh one`() async throws {
        var visitor = Visitor(of: try VisitorBook(at: tenant, try VisitorBook.standardRegistration()))
        try await visitor.signIn()
        // The provider's clock may be a minute ahead.
        tenant.clock.advance(by: .seconds(-60))
        #expect(try await visitor.get("/step").text == "Done")
        tenant.clock.advance(by: .seconds(-1))
        #expect(try await visitor.get("/step").location.contains("max_age=300"))
    }

    @Test(arguments: ["/", "/hello", "/hello?a=b&c=%2F%2Fd", "/@you", "/a/../b", "/hello?to=//evil.example"])
    func `an address of our own is kept`(_ address: String) async throws {
        var visitor = Visitor(of: book)
        let start = try await visitor.get("/sign-in?return=\(FormParameters.encoded(address))", .link)
        #expect(try await visitor.get(visitor.answer(to: start), .elsewhere).location == address)
    }

    @Test func `a script gets 401 with the address at which a person signs in`() async throws {
        var visitor = Visitor(of: book)
        let response = try await visitor.get("/hello", .script)
        #expect(response.status == .unauthorized && response.head.headerFields[.wwwAuthenticate] != nil)
        #expect(response.text.contains(#"registration=work"#) && visitor.cookie == nil)
    }

    @Test func `another site begins no sign-in without a click`() async throws {
        var visitor = Visitor(of: book)
        let page = try await visitor.get("/hello", .elsewhereWithoutClick)
        #expect(page.status == .ok && page.text.contains("Another site sent you here") && visitor.cookie == nil)
        #expect(page.link == "/sign-in?registration=work&return=%2Fhello")
        #expect(try await visitor.get(page.link, .link).status == .seeOther)
        #expect(try await visitor.get("/hello", .elsewhere).status == .seeOther, "a click on a link is enough")
    }

    /// The cookie comes only with a sister site's form, and in an old browser.
    @Test(arguments: [PageVisitor.Origin.formElsewhere, .formOfSister, .oldFormElsewhere])
    func `a form of another site changes nothing`(_ origin: PageVisitor.Origin) async throws {
        var visitor = try await Visitor(signedInTo: book)
        let fields = try await visitor.get("/write").text
        let page = try await visitor.post("/write", "\(fields)&text=spam", origin)
        #expect(page.status == .forbidden && page.text.contains("This form was not accepted"))
        #expect(book.entries.all.isEmpty)
    }

    @Test func `a browser without fetch metadata is judged by the origin of its form`() async throws {
        var visitor = Visitor(of: book)
        let back = try await visitor.get(visitor.answer(to: visitor.get("/hello", .oldLink)), .oldLink)
        #expect(back.location == "/hello")
        let fields = try await visitor.get("/write", .oldLink).text
        #expect(try await visitor.post("/write", "\(fields)&text=1", .oldFormElsewhere).status == .forbidden)
        #expect(try await visitor.post("/write", "\(fields)&text=2", .oldLink).status == .forbidden)
        #expect(try await visitor.post("/write", "\(fields)&text=3", .oldForm).text == "Written")
        #expect(book.entries.all == ["Ana Silva: 3"])
    }

    @Test func `a form of another site is not kept over a sign-in`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        tenant.clock.advance(by: .seconds(9 * 3600))
        let start = try await visitor.post("/write", "form-purpose=write&text=spam", .formOfSister)
        #expect(start.status == .forbidden, "the browser still has the cookie of the session that ended")
    }

    @Test func `a form without the value of its page is offered again`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let old = try await visitor.get("/write").text
        try await visitor.signIn(at: "/sign-in?return=/hello")
        let page = try await visitor.post("/write", "\(old)&text=Hi")
        #expect(page.status == .forbidden && book.entries.all.isEmpty)
        #expect(try await visitor.post("/write", page.form).text == "Written")
        #expect(book.entries.all == ["Ana Silva: Hi"])
    }

    @Test func `a session ends without requests, and at the latest after its whole time`() async throws {
        let lifetimes = SessionLifetimes(idle: .seconds(3600), absolute: .seconds(10_000))
        var visitor = Visitor(of: try VisitorBook(at: tenant, lifetimes: lifetimes))
        try await visitor.signIn()
        for _ in 1...2 {
            tenant.clock.advance(by: .seconds(3599))
            #expect(try await visitor.get("/hello").status == .ok)
        }
        tenant.clock.advance(by: .seconds(2801))
        #expect(try await visitor.get("/hello").status == .ok)
        tenant.clock.advance(by: .seconds(1))
        #expect(try await visitor.get("/hello").status == .seeOther)
        try await visitor.signIn()
        tenant.clock.advance(by: .seconds(3600))
        #expect(try await visitor.get("/hello").status == .seeOther)
    }

    @Test func `while the provider is down, the app's own pages go on`() async throws {
        try await tenant.inject(.failure(.serviceUnavailable), at: .metadata)
        var visitor = Visitor(of: book)
        #expect(try await visitor.get("/").status == .ok)
        let page = try await visitor.get("/hello")
        #expect(page.status == .serviceUnavailable && page.text.contains("cannot be reached"))
        try await tenant.withdrawFaults()
        tenant.clock.advance(by: .seconds(120))
        #expect(try await visitor.signIn().text == "Hello, Ana Silva!")
    }

    @Test(arguments: [(320, true), (321, false)])
    func `a hint is kept up to the length of an email address`(_ length: Int, _ isKept: Bool) async throws {
        var visitor = Visitor(of: book)
        let hint = String(repeating: "a", count: length)
        let start = try await visitor.get("/sign-in?login_hint=\(hint)")
        #expect(start.status == .seeOther && start.location.contains("login_hint=\(hint)") == isKept)
    }

    /// The number of sign-ins in a request, and of those that the response removes.
    @Test(arguments: [(0, 0), (8, 0), (9, 0), (10, 1), (19, 10), (1000, 10)])
    func `many sign-in cookies cost one storage call and a few fields`(count: Int, removed: Int) async throws {
        let storage = FailingSessionStorage()
        var visitor = Visitor(of: try VisitorBook(at: tenant, keepingIn: storage))
        try await visitor.get("/sign-in")
        _ = storage.takeCalls()
        try await visitor.get("/sign-in")
        let calls = storage.takeCalls()
        let (name, value) = try #require(visitor.cookies.pairs.first { $0.name.contains("sign-in") })
        visitor.cookies = [:]
        for number in 0..<count { visitor.cookies["\(name)\(number)"] = value }
        let fields = try await visitor.get("/sign-in").head.headerFields[values: .setCookie]
        #expect(fields.count == 1 + removed)
        #expect(fields.filter { $0.contains("Max-Age=0") }.count == removed)
        #expect(storage.takeCalls() == calls + (removed > 0 ? ["remove"] : []))
    }

    @Test func `an eleventh sign-in that waits takes the place of the first`() async throws {
        var visitor = Visitor(of: book)
        var answers: [String] = []
        for number in 1...11 {
            answers.append(try await visitor.answer(to: visitor.get("/hello?number=\(number)")))
            tenant.clock.advance(by: .seconds(1))
        }
        #expect(try await visitor.get(answers[0], .elsewhere).status == .badRequest)
        #expect(try await visitor.get(answers[1], .elsewhere).location == "/hello?number=2")
    }

    @Test func `the storage holds nothing that opens a session or names a person`() async throws {
        let storage = MemoryWebSessionStorage()
        let visitor = try await Visitor(signedInTo: VisitorBook(at: tenant, keepingIn: storage))
        let session = try await #require(storage.signedInSessions(at: tenant.clock.now).first)
        var seen = "\(session)"
        for entry in await storage.entries(beginning: "", of: session.id) {
            seen += "\(entry)" + String(decoding: entry.content, as: UTF8.self)
        }
        let secret = try #require(visitor.cookie?.split(separator: "=").last)
        // Four bytes at least: random bytes may contain three letters. Every token has ".eyJ" in it.
        for text in [secret, "\"Ana", "Silva", tenant.person.id[...], ".eyJ", tenant.person.username[...]] {
            #expect(!seen.contains(text), "\(text)")
        }
        #expect(session.browser == "Firefox on Linux")
    }
}
