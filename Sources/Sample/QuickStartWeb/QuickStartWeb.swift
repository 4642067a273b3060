// SPDX-License-Identifier: Apache-2.0
public import HTTPServing
public import HTTPTransport
import OAuthMessages
public import PortableFoundation
public import QuickStart
import SignIn
public import SignInProvider
public import WebSignIn

/// The tutorials' app in a browser, rendered on the server: people search, a task list, and accounts.
public struct QuickStartWeb: Sendable {
    let settings: [Settings]
    private(set) var web: WebSignIn
    let pages: PageRenderer
    let memory: BrowserMemory
    let time: TimeSource

    /// Creates the app.
    ///
    /// `settings` is not empty. The first with a Graph URL is for people search; those with a task API are for tasks,
    /// with customers first. `address` is the app's URL in browsers. Pages link to `tenantPage`, the page of a local
    /// tenant in a demonstration.
    ///
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

    /// Returns this app as the replacement of an earlier one with the same sessions, for example after a change of
    /// secrets.
    public func replacing(_ earlier: QuickStartWeb) -> QuickStartWeb {
        var app = self
        app.web = web.replacing(earlier.web)
        return app
    }

    /// Returns the router of all pages; it rejects requests for hosts other than `names`.
    public func router(_ names: ServerNames) -> Router<WebContext> {
        let router = Router(context: WebContext.self, answersHead: true)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: HostGate(names))
        router.add(middleware: OwnName(base: names.base))
        // Before the sessions, which a style sheet does not need.
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

    /// - Throws: 404 for an app without people search.
    func peopleSettings() throws -> Settings {
        guard let settings = settings.forPeople else { throw HTTPError(.notFound) }
        return settings
    }
}

/// A request's context, with the browser's session.
public struct WebContext: WebSignInRequestContext {
    /// The data of each request.
    public var core: RequestCore
    /// The browser's session.
    public var webSession: WebSession?

    /// Creates a context without a session.
    public init(core: RequestCore) { self.core = core }
}
