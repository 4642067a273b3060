// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPMessages
import LocalTenant
import MicrosoftIdentity
import SignInTesting
import WebSignIn

/// A small web app: a greeting for signed-in people, and a guest book.
struct VisitorBook: Sendable {
    struct Context: WebSignInRequestContext {
        var core: RequestCore
        var webSession: WebSession?

        init(core: RequestCore) { self.core = core }
    }

    final class Entries: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    /// Holds a request, as a browser that sends its content slowly.
    final class Gate: Sendable {
        private let arrived = AsyncStream<Void>.makeStream()
        private let opened = AsyncStream<Void>.makeStream()
        private let isClosed = Mutex(false)

        func close() { isClosed.withLock { $0 = true } }
        func open() { opened.continuation.yield() }
        func arrival() async { for await _ in arrived.stream { return } }

        func pass() async {
            guard isClosed.withLock({ $0 }) else { return }
            arrived.continuation.yield()
            for await _ in opened.stream { return }
        }
    }

    let tenant: TestTenant
    let registration: ClientRegistration
    let storage: any WebSessionStorage
    let web: WebSignIn
    let entries = Entries()
    let gate = Gate()
    let transport: InProcessTransport
    let address: String

    /// At Entra ID, or at another registration.
    init(
        at tenant: TestTenant, _ registration: ClientRegistration? = nil,
        keepingIn storage: any WebSessionStorage = MemoryWebSessionStorage(),
        lifetimes: SessionLifetimes = SessionLifetimes(), over network: (any Transport)? = nil,
        also others: [ClientRegistration] = [], passwordReset: ClientRegistration? = nil,
        profileEditing: ClientRegistration? = nil, replacing earlier: VisitorBook? = nil
    ) throws {
        self.tenant = tenant
        self.storage = storage
        self.registration = try registration ?? Self.registration(at: tenant)
        let redirect = self.registration.redirectURI
        address = String(redirect.text.dropLast(redirect.path.utf8.count))
        let url = try #require(URL(string: address))
        let app = try WebSignIn(
            at: url, registrations: [self.registration] + others, passwordReset: passwordReset,
            profileEditing: profileEditing, keepingIn: storage, over: network ?? tenant.transport,
            lifetimes: lifetimes, time: tenant.clock.time.withRealPauses)
        web = earlier.map { app.replacing($0.web) } ?? app
        transport = tenant.transport.adding(Self.router(web, entries, gate).buildResponder(), at: url)
    }

    /// The tenant's app with a secret at Entra ID.
    static func registration(at tenant: TestTenant) throws -> ClientRegistration {
        ClientRegistration(
            name: "work", issuer: tenant.registration.issuer, clientID: SampleApp.webID,
            authentication: ClientAuthentication(secret: SampleApp.webSecret),
            redirectURI: try #require(RedirectURI("http://localhost:5000/signin-oidc")),
            scopes: ["profile", "offline_access", "User.Read"], rules: .entra)
    }

    /// The app with a secret at the standard provider.
    static func standardRegistration(
        asking scopes: ScopeSet = ["profile", "offline_access"]
    ) throws -> ClientRegistration {
        ClientRegistration(
            name: "work", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")),
            clientID: StandardSampleClient.webID,
            authentication: ClientAuthentication(secret: StandardSampleClient.webSecret),
            redirectURI: try #require(RedirectURI("http://localhost:8080/callback")),
            scopes: scopes)
    }

    static func router(_ web: WebSignIn, _ entries: Entries, _ gate: Gate) -> Router<Context> {
        let router = Router(context: Context.self, answersHead: true)
        router.addSignIn(web)
        router.get("/") { _, _ in "The visitor book" }
        router.get("/error") { _, _ -> String in throw HTTPError(.conflict, message: "no") }
        router.get("/hello") { _, context in "Hello, \(try await context.account().identity.name ?? "you")!" }
        router.get("/session-id") { _, context in
            let claims = try await context.account().identity.claims
            return "\(claims.string("sub") ?? "") \(claims.string("sid") ?? "")"
        }
        router.get("/token") { request, context in
            let token = try await context.token(for: ScopeSet(text: request.uri.query ?? "User.Read"))
            return token.revealed.isEmpty ? "none" : "a token"
        }
        router.get("/colleagues") { _, context in
            try await context.token(for: ["https://graph.microsoft.com/User.ReadBasic.All"]).revealed.isEmpty
                ? "none" : "a token for colleagues"
        }
        router.get("/customer") { _, context in
            "Customer \(try await context.account(of: "customers").identity.claims.string("name") ?? "")"
        }
        router.get("/customer-claims") { request, context in
            let claims = try await context.account(of: "customers").identity.claims
            return (request.uri.query ?? "").split(separator: "&").map { claims.string(String($0)) ?? "-" }
                .joined(separator: " ")
        }
        router.get("/value") { request, context in
            let session = try context.requireSession()
            if let text = request.uri.query {
                try await session.setValue(text.isEmpty ? nil : Data(text.utf8), for: "colour")
            }
            return try await session.value("colour").map { String(decoding: $0, as: UTF8.self) } ?? "none"
        }
        router.get("/never-enough") { _, context -> String in
            throw SignInRequired(at: try await context.account().registration)
        }
        router.get("/step") { _, context in
            _ = try await context.requireSession().requireAccount(authenticatedWithin: .seconds(300))
            return "Done"
        }
        router.post("/write-once") { request, context in
            let session = try context.requireSession()
            let form = try await session.form(of: request, for: "write")
            let done = try await session.once(form) {
                await gate.pass()
                if form["text"] == "fail" { throw HTTPError(.badGateway, message: "no") }
                entries.add("once: \(form["text"] ?? "")")
                return true
            }
            return done == nil ? "Written before" : "Written"
        }
        router.get("/events") { _, context in
            try await context.requireSession().events().map { "\($0.kind) \($0.name ?? "") \($0.registration)" }
                .joined(separator: "\n")
        }
        router.get("/agree") { _, context -> String in
            throw SignInRequired(
                scopes: ["User.ReadBasic.All"], extending: try await context.account(), returningTo: "/hello?from=agree"
            )
        }
        router.post("/write-late") { request, context in
            let form = try await RequestContent(of: request).form()
            await gate.pass()
            try context.requireSession().require(form, for: "write")
            entries.add("\(try await context.account().identity.name ?? ""): late")
            return "Written"
        }
        router.get("/write") { _, context in
            try await context.requireSession().formFields(for: "write").map { "\($0.name)=\($0.value)" }
                .joined(separator: "&")
        }
        router.post("/write") { request, context in
            let form = try await RequestContent(of: request).form()
            let account = try await context.account()
            try context.requireSession().require(form, for: "write")
            entries.add("\(account.identity.name ?? ""): \(form["text"] ?? "")")
            return "Written"
        }
        return router
    }
}

/// A browser at the visitor book.
@dynamicMemberLookup struct Visitor {
    let book: VisitorBook
    private var page: PageVisitor

    init(of book: VisitorBook) {
        self.book = book
        page = PageVisitor(at: book.address, over: book.transport)
    }

    init(signedInTo book: VisitorBook) async throws {
        self.init(of: book)
        try await signIn()
    }

    subscript<Value>(dynamicMember member: WritableKeyPath<PageVisitor, Value>) -> Value {
        get { page[keyPath: member] }
        set { page[keyPath: member] = newValue }
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

    /// Signs in at the provider's pages, and returns the redirect's address.
    func answer(
        to response: TransportResponse, at registration: ClientRegistration? = nil, as person: TestPerson? = nil
    ) async throws -> String {
        #expect(response.status == .seeOther)
        let agent = book.tenant.userAgent(signingIn: person ?? book.tenant.person)
        let visit = try await agent.prepareVisit(for: (registration ?? book.registration).redirectURI)
        return try await visit.open(try #require(URL(string: response.location))).revealed.absoluteString
    }

    /// Opens a protected page, signs in, and returns the page.
    @discardableResult
    mutating func signIn(at path: String = "/hello", as person: TestPerson? = nil) async throws -> TransportResponse {
        let response = try await get(answer(to: get(path), as: person), .elsewhere)
        #expect(response.status == .seeOther, "\(response.text)")
        return try await get(response.location, .link)
    }
}
