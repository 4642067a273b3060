// SPDX-License-Identifier: Apache-2.0
public import HTTPServing
public import HTTPTransport
import OAuthMessages
public import PortableFoundation
public import QuickStart
import SignIn
public import SignInProvider
public import WebSignIn

/// The app of the tutorials in a browser: people search, a task list and the accounts, rendered on the server.
public struct QuickStartWeb: Sendable {
    /// The registrations of the app, with the addresses of their APIs.
    let settings: [Settings]
    private(set) var web: WebSignIn
    let pages: PageRenderer
    let memory: BrowserMemory
    let time: TimeSource

    /// Describes the app.
    ///
    /// - Parameters:
    ///   - settings: The registrations, at least one. The first with a Graph is for people search; those with a task
    ///     API are for tasks, the ones for customers first.
    ///   - address: The address of the app, as browsers see it.
    ///   - storage: Keeps the sessions.
    ///   - transport: Sends the requests to providers and APIs.
    ///   - lifetimes: How long sessions last.
    ///   - time: The wall clock and the monotonic clock.
    ///   - tenantPage: The page of a local tenant, which the app's pages link; `nil` outside a demonstration.
    /// - Throws: `WebSignInError`; the error of a template.
    public init(
        _ settings: [Settings], at address: URL, keepingIn storage: any WebSessionStorage,
        over transport: any Transport, lifetimes: SessionLifetimes = SessionLifetimes(), time: TimeSource = .system,
        tenantPage: String? = nil
    ) throws {
        self.settings = settings
        let memory = BrowserMemory(isSecure: address.scheme == "https")
        let pages = try PageRenderer(tenantPage: tenantPage)
        (self.pages, self.memory, self.time) = (pages, memory, time)
        web = try WebSignIn(
            at: address, registrations: settings.map(\.registration),
            passwordReset: settings.compactMap(\.passwordReset).first,
            profileEditing: settings.compactMap(\.profileEditing).first, keepingIn: storage, over: transport,
            lifetimes: lifetimes, time: time,
            page: { notice, request in
                var response = pages.response(notice, in: memory.language(of: request))
                if notice.kind == .signedOut { response.headers[values: .setCookie] = [memory.rememberingSignOut] }
                return response
            }, languages: { [memory.language(of: $0).rawValue] })
    }

    /// This app in place of an earlier one over the same sessions, such as one with earlier secrets.
    public func replacing(_ earlier: QuickStartWeb) -> QuickStartWeb {
        var app = self
        app.web = web.replacing(earlier.web)
        return app
    }

    /// The router of all pages.
    ///
    /// - Parameter names: The names of the server; requests for other hosts are refused.
    /// - Returns: The router.
    public func router(_ names: ServerNames) -> Router<WebContext> {
        let router = Router(context: WebContext.self, answersHead: true)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: HostGate(names))
        router.add(middleware: OwnName(base: names.base))
        // Before the sessions: a style sheet needs none.
        Asset.add(to: router)
        router.addSignIn(web)
        router.add(middleware: ErrorPages(app: self))
        StartPage(app: self).add(to: router)
        PeoplePages(app: self).add(to: router)
        PersonPages(app: self).add(to: router)
        TaskPages(app: self).add(to: router)
        AccountPages(app: self).add(to: router)
        return router
    }

    /// The registration of people search.
    ///
    /// - Throws: 404 for an app without one.
    func peopleSettings() throws -> Settings {
        guard let settings = settings.forPeople else { throw HTTPError(.notFound) }
        return settings
    }
}

/// The context of a request, with the browser's session.
public struct WebContext: WebSignInRequestContext {
    /// The data that each request has.
    public var core: RequestCore
    /// The browser's session.
    public var webSession: WebSession?

    /// Creates the context of a request without a session.
    public init(core: RequestCore) { self.core = core }
}
