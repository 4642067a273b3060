// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTransport
import Hummingbird
import LocalTenant
import MicrosoftIdentity
import OAuth
import Provider
import SignIn
import SignInTesting
import Synchronization
import Testing
import WebSignIn

/// A small web app: a greeting for signed-in people, and a book in which they write.
struct VisitorBook: Sendable {
    struct Context: WebSignInRequestContext {
        typealias Source = ServingContextSource

        var coreContext: CoreRequestContextStorage
        var webSession: WebSession?

        init(source: ServingContextSource) { coreContext = CoreRequestContextStorage(source: source) }
    }

    final class Entries: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    let tenant: TestTenant
    let registration: ClientRegistration
    let storage: any WebSessionStorage
    let web: WebSignIn
    let entries = Entries()
    let transport: InProcessTransport
    static let address = "http://localhost:5000"

    init(
        at tenant: TestTenant, keepingIn storage: any WebSessionStorage = MemoryWebSessionStorage(),
        lifetimes: SessionLifetimes = SessionLifetimes()
    ) throws {
        self.tenant = tenant
        self.storage = storage
        registration = try Self.registration(at: tenant)
        let address = try #require(URL(string: Self.address))
        web = try WebSignIn(
            at: address, registrations: [registration], keepingIn: storage, over: tenant.transport,
            lifetimes: lifetimes, time: tenant.clock.time)
        transport = tenant.transport.adding(Self.router(web, entries).buildResponder(), at: address)
    }

    /// The app with a secret, as the tenant knows it.
    static func registration(at tenant: TestTenant) throws -> ClientRegistration {
        ClientRegistration(
            name: "work", issuer: tenant.registration.issuer, clientID: SampleApp.webID,
            authentication: ClientAuthentication(secret: SampleApp.webSecret),
            redirectURI: try #require(RedirectURI("\(address)/signin-oidc")),
            scopes: ["profile", "offline_access", "User.Read"], rules: .entra)
    }

    static func router(_ web: WebSignIn, _ entries: Entries) -> Router<Context> {
        let router = Router(context: Context.self)
        router.addSignIn(web)
        router.get("/") { _, _ in "The visitor book" }
        router.get("/hello") { _, context in "Hello, \(try await context.account().identity.name ?? "you")!" }
        router.get("/token") { _, context in
            let token = try await context.token(for: ["User.Read"])
            return token.revealed.isEmpty ? "none" : "a token"
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
