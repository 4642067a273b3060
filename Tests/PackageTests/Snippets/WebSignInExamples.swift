// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import MicrosoftIdentity
import ProgramLifecycle
import SignInTesting
import Testing
import WebSignIn
import WebSignInSQLite

// snippet: WebSignInRequestContext
struct VisitorContext: WebSignInRequestContext {
    var core: RequestCore
    var webSession: WebSession?

    init(core: RequestCore) { self.core = core }
}
// snippet: end

/// Stands for the design of an app.
protocol Layout: Sendable {
    func response(
        title: String, text: String, forms: [WebSignInNotice.Form], status: HTTPResponse.Status
    ) -> Response
}

/// Stands for a storage of the app's own.
actor OwnSessions {
    private var sessions: [StoredSession.ID: StoredSession] = [:]
    private var entries: [StoredSession.ID: [String: StoredEntry]] = [:]

    // snippet: StoredSession
    func session(_ lookup: StoredSession.Lookup) -> StoredSession? {
        sessions.values.first { $0.lookup == lookup }
    }
    // snippet: end

    // snippet: StoredEntry
    func entry(_ name: String, of session: StoredSession.ID) -> StoredEntry? {
        entries[session]?[name]
    }
    // snippet: end

    // snippet: WebSessionStorage
    func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        entries[session]?.removeValue(forKey: name)
    }
    // snippet: end
}

/// The examples of sign-in for web apps, in the doc comments.
struct WebSignInExamples {
    let address: URL
    let work: ClientRegistration
    let storage: any WebSessionStorage
    let transport: any Transport
    let layout: any Layout

    func app() throws -> Router<VisitorContext> {
        // snippet: WebSignIn
        let web = try WebSignIn(
            at: address, registrations: [work], keepingIn: MemoryWebSessionStorage(), over: transport)
        let router = Router(context: VisitorContext.self)
        router.addSignIn(web)
        router.get("/") { _, context in
            "Hello, \(try await context.account().identity.name ?? "you")!"
        }
        // snippet: end
        return router
    }

    func misconfigured() async throws -> WebSignIn? {
        // snippet: WebSignInError
        do {
            return try WebSignIn(at: address, registrations: [work], keepingIn: storage, over: transport)
        } catch WebSignInError.Code.hostShared {
            await show("Give the app a host name of its own.")
        }
        // snippet: end
        return nil
    }

    func sensitive(_ router: Router<VisitorContext>) {
        // snippet: SignInRequired
        router.post("account/remove") { _, context in
            let account = try await context.account()
            guard account.identity.claims.strings("groups").contains("owners") else {
                throw SignInRequired(options: SignInOptions(prompt: .selectAccount))
            }
            return "Removed \(account.id.rawValue)"
        }
        // snippet: end
    }

    func fresh(_ router: Router<VisitorContext>) {
        // snippet: fresh authentication
        router.post("account/remove") { _, context in
            let account = try await context.requireSession()
                .requireAccount(authenticatedWithin: .seconds(300))
            return "Removed \(account.id.rawValue)"
        }
        // snippet: end
    }

    func form(_ router: Router<VisitorContext>) {
        // snippet: form
        router.post("tasks") { request, context in
            let form = try await context.requireSession().form(of: request, for: "add task")
            let account = try await context.account()
            return "\(account.identity.name ?? "You") added \(form["text"] ?? "nothing")"
        }
        // snippet: end
    }

    func refused(_ request: Request, _ session: WebSession) async throws -> FormParameters? {
        // snippet: FormRefused
        do {
            return try await session.form(of: request, for: "add task")
        } catch is FormRefused {
            await show("Open the page again.")  // the middleware offers the same when a route throws it
        }
        // snippet: end
        return nil
    }

    func unavailable(
        _ request: Request, _ context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        // snippet: SessionsUnavailable
        do {
            return try await next(request, context)
        } catch let error where !SessionsUnavailable.isCause(of: error) {
            return layout.response(title: "Error", text: "", forms: [], status: .internalServerError)
        }
        // snippet: end
    }

    func session(_ context: VisitorContext, _ graph: URL) async throws -> ([String], AuthorizedTransport) {
        // snippet: WebSession
        let session = try context.requireSession()
        let names = try await session.accounts().compactMap(\.identity.name)
        let account = try await session.requireAccount(of: "work")
        let users = try session.authorizedTransport(for: account, scopes: ["User.Read"], to: graph)
        // snippet: end
        return (names, users)
    }

    func lifetimes() throws -> WebSignIn {
        // snippet: SessionLifetimes
        let lifetimes = SessionLifetimes(idle: .seconds(30 * 60), absolute: .seconds(12 * 3600))
        let web = try WebSignIn(
            at: address, registrations: [work], keepingIn: storage, over: transport, lifetimes: lifetimes)
        // snippet: end
        return web
    }

    func memory() throws -> WebSignIn {
        // snippet: MemoryWebSessionStorage
        let sessions = MemoryWebSessionStorage()
        let web = try WebSignIn(
            at: address, registrations: [work], keepingIn: sessions, over: transport)
        // snippet: end
        return web
    }

    func file(in folder: URL) throws -> WebSignIn {
        // snippet: SQLiteWebSessionStorage
        let sessions = try SQLiteWebSessionStorage(file: folder.appending(path: "sessions.sqlite"))
        let web = try WebSignIn(
            at: address, registrations: [work], keepingIn: sessions, over: transport)
        // snippet: end
        return web
    }

    func laterFile(_ file: URL, logger: Log) throws -> SQLiteWebSessionStorage? {
        // snippet: WebSessionFileError
        do {
            return try SQLiteWebSessionStorage(file: file)
        } catch let error as WebSessionFileError {
            logger.error("\(error); install that version")
            return nil
        }
        // snippet: end
    }

    func history(_ context: some WebSignInRequestContext) async throws {
        // snippet: WebSessionEvent
        for event in try await context.requireSession().events() where event.kind == .signedIn {
            await show("\(event.name ?? "One person"), \(event.date.formatted())")
        }
        // snippet: end
    }

    func notice() throws -> WebSignIn {
        // snippet: WebSignInNotice
        let web = try WebSignIn(
            at: address, registrations: [work], keepingIn: storage, over: transport
        ) { notice, request in
            layout.response(
                title: notice.title, text: notice.text, forms: notice.forms, status: notice.status)
        }
        // snippet: end
        return web
    }
}

/// The example of a test of a storage.
@Suite struct WebSessionStorageExample {
    // snippet: WebSessionStorageConformance
    @Test func `our storage keeps sessions as it must`() async {
        let conformance = WebSessionStorageConformance { MemoryWebSessionStorage() }  // your own storage, empty
        #expect(await conformance.failures() == [])
    }
    // snippet: end
}
