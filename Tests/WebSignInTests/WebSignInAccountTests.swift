// SPDX-License-Identifier: Apache-2.0
import Fixtures
import WebSignIn

@testable import SignInTesting

@Suite struct WebSignInAccountTests {
    let book: VisitorBook
    private var tenant: TestTenant { book.tenant }

    init() async throws { book = try VisitorBook(at: try await withTenant { $0 }) }

    @Test func `a permission that a click needs is asked for, and the click is completed`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let start = try await visitor.get("/colleagues", .link)
        #expect(start.location.contains("User.ReadBasic.All") && start.location.contains("prompt=consent"))
        let back = try await visitor.get(try await visitor.answer(to: start), .elsewhere)
        #expect(back.location == "/colleagues")
        #expect(try await visitor.get("/colleagues", .link).text == "a token for colleagues")
        #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
    }

    @Test func `another person who consents does not get the account`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let answer = try await visitor.answer(to: visitor.get("/colleagues", .link), as: tenant.otherPerson)
        let page = try await visitor.get(answer, .elsewhere)
        #expect(page.status == .badRequest && page.text.contains("another user"))
        #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
    }

    @Test func `the latest sign-in is used, and no other account takes the place of one that is gone`() async throws {
        let storage = MemoryWebSessionStorage()
        var visitor = try await Visitor(signedInTo: VisitorBook(at: tenant, keepingIn: storage))
        let first = try #require(await Self.accounts(in: storage, tenant).first)
        tenant.clock.advance(by: .seconds(1))
        let start = try await visitor.get("/sign-in?return=/hello&prompt=select_account", .link)
        let back = try await visitor.get(visitor.answer(to: start, as: tenant.otherPerson), .elsewhere)
        #expect(back.status == .seeOther)
        #expect(try await visitor.get("/hello").text == "Hello, \(tenant.otherPerson.name)!")
        let session = try #require(await storage.signedInSessions(at: tenant.clock.now).first?.id)
        for name in await Self.accounts(in: storage, tenant) where name != first {
            _ = await storage.take(name, of: session)
        }
        #expect(try await visitor.get("/hello").status == .seeOther)
    }

    private static func accounts(in storage: MemoryWebSessionStorage, _ tenant: TestTenant) async -> [String] {
        guard let session = await storage.signedInSessions(at: tenant.clock.now).first else { return [] }
        return await storage.entries(beginning: "account.", of: session.id).map(\.name)
    }

    @Test func `a value of the app stays in its session, over sign-ins too`() async throws {
        var (visitor, other) = (Visitor(of: book), Visitor(of: book))
        try await visitor.get("/value?blue")
        #expect(try await visitor.get("/value").text == "blue")
        #expect(try await other.get("/value").text == "none")
        try await visitor.signIn()
        #expect(try await visitor.get("/value").text == "blue")
        try await visitor.get("/value?")
        #expect(try await visitor.get("/value").text == "none")
    }

    @Test func `one browser has an account at each of two providers`() async throws {
        let book = try await WebSignInUserFlowTests.book(at: tenant)
        var visitor = try await Visitor(signedInTo: book)
        let customers = try #require(book.web.registrations.last)
        try await tenant.signInAutomatically(
            AutomaticSignIn(clientID: customers.clientID, person: WebSignInUserFlowTests.customer))
        let start = try await visitor.get("/customer", .link)
        let back = try await visitor.get(visitor.answer(to: start, at: customers), .elsewhere)
        #expect(back.location == "/customer", "\(back.text)")
        #expect(try await visitor.get("/customer").text.hasPrefix("Customer "))
        #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
    }

    /// An invalid description of an app, and the error code.
    static let mistakes: [(String, String, String, WebSignInError.Code)] = [
        ("http://app.example", "http://app.example/back", "https://login.example", .addressUnsafe),
        ("ftp://localhost", "http://localhost/back", "https://login.example", .addressUnsafe),
        ("https://app.example", "https://other.example/back", "https://login.example", .redirectURIElsewhere),
        ("https://app.example", "https://app.example/", "https://login.example", .redirectURIElsewhere),
        ("http://127.0.0.1:5000", "http://127.0.0.1:5000/back", "http://127.0.0.1:4400", .hostShared),
    ]

    @Test(arguments: mistakes.indices) func `an app that could not be safe is refused`(_ row: Int) throws {
        let (address, redirect, issuer, code) = Self.mistakes[row]
        let registration = ClientRegistration(
            name: "work", issuer: try #require(URL(string: issuer)), clientID: "c",
            redirectURI: try #require(RedirectURI(redirect)), scopes: [])
        let error = #expect(throws: WebSignInError.self) {
            try WebSignIn(
                at: #require(URL(string: address)), registrations: [registration],
                keepingIn: MemoryWebSessionStorage(), over: InProcessTransport([:]))
        }
        #expect(error?.code == code)
    }

    @Test func `two providers do not answer at one address, and two registrations have two names`() throws {
        func registration(_ name: String, _ issuer: String) throws -> ClientRegistration {
            ClientRegistration(
                name: name, issuer: try #require(URL(string: issuer)), clientID: "c",
                redirectURI: try #require(RedirectURI("https://app.example/back")), scopes: [])
        }
        func code(_ all: [ClientRegistration]) throws -> WebSignInError.Code? {
            #expect(throws: WebSignInError.self) {
                try WebSignIn(
                    at: #require(URL(string: "https://app.example")), registrations: all,
                    keepingIn: MemoryWebSessionStorage(), over: InProcessTransport([:]))
            }?.code
        }
        let first = try registration("a", "https://one.example")
        #expect(try code([first, registration("b", "https://two.example")]) == .redirectURIShared)
        #expect(try code([first, registration("a", "https://one.example/x")]) == .nameShared)
        #expect(try code([]) == .redirectURIElsewhere)
    }
}
