// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPTransport
import LocalTenant
import MicrosoftIdentity
import OAuth
import Provider
import TenantControl
import Testing
import WebSignIn

@testable import SignInTesting

/// Several accounts in one session: at one provider, at two, and with more consent than at the sign-in.
@Suite struct WebSignInAccountTests {
    private static func customers(
        _ name: String, at tenant: TestTenant, _ flow: String, _ clientID: String
    ) throws -> ClientRegistration {
        try ClientRegistration(
            name: name, authority: "\(tenant.address.absoluteString)/\(SampleApp.customersDomain)/\(flow)",
            clientID: clientID, redirectURI: "http://localhost:5000/customers", scopes: ["offline_access", clientID])
    }

    /// A book for work accounts and customers.
    private static func book(at tenant: TestTenant) async throws -> VisitorBook {
        let clientID = try await tenant.administration.addApp(
            named: "Visitor book for customers", redirectURI: "http://localhost:5000/customers",
            in: SampleApp.customersDomain)
        return try VisitorBook(
            at: tenant, also: [try customers("customers", at: tenant, "B2C_1_susi", clientID)],
            passwordReset: try customers("new password", at: tenant, "B2C_1_reset", clientID))
    }

    @Test func `a permission that a click needs is asked for, and the click is completed`() async throws {
        try await withTenant { tenant in
            var visitor = Visitor(of: try VisitorBook(at: tenant))
            try await visitor.signIn()
            let start = try await visitor.get("/colleagues", .link)
            #expect(start.location.contains("User.ReadBasic.All") && start.location.contains("prompt=consent"))
            let back = try await visitor.get(try await visitor.answer(to: start), .elsewhere)
            #expect(back.location == "/colleagues")
            #expect(try await visitor.get("/colleagues", .link).text == "a token for colleagues")
            #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
        }
    }

    @Test func `another person who consents does not get the account`() async throws {
        try await withTenant { tenant in
            var visitor = Visitor(of: try VisitorBook(at: tenant))
            try await visitor.signIn()
            let answer = try await visitor.answer(to: visitor.get("/colleagues", .link), as: tenant.otherPerson)
            let page = try await visitor.get(answer, .elsewhere)
            #expect(page.status == .badRequest && page.text.contains("another person"))
            #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
        }
    }

    @Test func `the latest sign-in is used, and no other account takes the place of one that is gone`() async throws {
        try await withTenant { tenant in
            let storage = MemoryWebSessionStorage()
            var visitor = Visitor(of: try VisitorBook(at: tenant, keepingIn: storage))
            try await visitor.signIn()
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
    }

    private static func accounts(in storage: MemoryWebSessionStorage, _ tenant: TestTenant) async -> [String] {
        guard let session = await storage.signedInSessions(at: tenant.clock.now).first else { return [] }
        return await storage.entries(beginning: "account.", of: session.id).map(\.name)
    }

    @Test func `a value of the app stays in its session, over sign-ins too`() async throws {
        try await withTenant { tenant in
            let book = try VisitorBook(at: tenant)
            var (visitor, other) = (Visitor(of: book), Visitor(of: book))
            try await visitor.get("/value?blue")
            #expect(try await visitor.get("/value").text == "blue")
            #expect(try await other.get("/value").text == "none")
            try await visitor.signIn()
            #expect(try await visitor.get("/value").text == "blue")
            try await visitor.get("/value?")
            #expect(try await visitor.get("/value").text == "none")
        }
    }

    @Test func `one browser has an account at each of two providers`() async throws {
        try await withTenant { tenant in
            let book = try await Self.book(at: tenant)
            var visitor = Visitor(of: book)
            try await visitor.signIn()
            let customers = try #require(book.web.registrations.last)
            try await tenant.signInAutomatically(
                AutomaticSignIn(clientID: customers.clientID, person: "ines.kallio@mailbox.example"))
            let start = try await visitor.get("/customer", .link)
            let back = try await visitor.get(visitor.answer(to: start, at: customers), .elsewhere)
            #expect(back.location == "/customer", "\(back.text)")
            #expect(try await visitor.get("/customer").text.hasPrefix("Customer "))
            #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
        }
    }

    @Test func `who forgot the password goes to the user flow for that, and signs in afterwards`() async throws {
        try await withTenant { tenant in
            let book = try await Self.book(at: tenant)
            var visitor = Visitor(of: book)
            let customers = try #require(book.web.registrations.last)
            let start = try await visitor.get("/customer", .link)
            let state = try start.state
            let forgotten =
                "http://localhost:5000/customers?error=access_denied&error_description="
                + "AADB2C90118%3A+The+user+has+forgotten+their+password.&state=\(state)"
            let reset = try await visitor.get(forgotten, .elsewhereWithoutClick)
            #expect(reset.status == .seeOther && reset.location.lowercased().contains("b2c_1_reset"), "\(reset.text)")
            let back = try await visitor.get(Self.newPassword(from: reset.location, at: tenant), .elsewhere)
            try await tenant.signInAutomatically(
                AutomaticSignIn(clientID: customers.clientID, person: Self.customer))
            #expect(back.location == "/sign-in?registration=customers&return=%2Fcustomer")
            #expect(try await visitor.get("/customer", .script).status == .unauthorized, "no account is kept")
            let again = try await visitor.get(back.location, .elsewhere)
            let end = try await visitor.get(visitor.answer(to: again, at: customers), .elsewhere)
            #expect(end.location == "/customer")
            #expect(try await visitor.get("/customer").text.hasPrefix("Customer "))
        }
    }

    private static let customer = "ines.kallio@mailbox.example"

    /// The answer of the user flow, after a customer has proved the address and chosen a new password.
    private static func newPassword(from address: String, at tenant: TestTenant) async throws -> String {
        var browser = ScriptedBrowser(transport: tenant.transport)
        var place = try await browser.get(try #require(URL(string: address)))
        for _ in 0..<10 {
            switch place {
            case .elsewhere(let url) where url.port == 5000: return url.absoluteString
            case .elsewhere(let url): place = try await browser.get(url)
            case .page(let page):
                let form = try page.form(filledWith: ScriptedPage.Answers(username: customer, password: ""))
                let code = try await tenant.administration.code(sentTo: customer) ?? ""
                let typed = [
                    "email": customer, "code": code, "password": "Blue-kettle-7", "passwordAgain": "Blue-kettle-7",
                ]
                var parameters = FormParameters()
                for pair in form.parameters.pairs { parameters.append(pair.name, typed[pair.name] ?? pair.value) }
                place = try await browser.post(
                    ScriptedPage.FilledForm(address: form.address, parameters: parameters))
            }
        }
        throw ScriptedUserAgentError(message: "the user flow leads in a circle")
    }

    @Test func `who cancels at the provider can go back, or sign in again`() async throws {
        try await withTenant { tenant in
            var visitor = Visitor(of: try await Self.book(at: tenant))
            let start = try await visitor.get("/customer?a=b", .link)
            let state = try start.state
            let page = try await visitor.get(
                "http://localhost:5000/customers?error=access_denied&error_description="
                    + "AADB2C90091%3A+The+user+has+cancelled.&state=\(state)", .elsewhereWithoutClick)
            #expect(page.status == .ok && page.text.contains("You cancelled the sign-in"))
            #expect(page.link == "/customer?a=b")
        }
    }

    /// What is wrong with a description of an app, by the code of its error.
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

extension TransportResponse {
    /// The `state` in the address that the response leads to.
    fileprivate var state: String {
        get throws {
            let address = try #require(URL(string: location))
            return try #require(FormParameters(queryOf: address)?["state"])
        }
    }
}
