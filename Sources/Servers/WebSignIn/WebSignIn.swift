// SPDX-License-Identifier: Apache-2.0
public import HTTPServing
public import HTTPTransport
import Hosts
import OAuthMessages
public import PortableFoundation
import SignIn
public import SignInProvider

/// The sign-in for a web app.
///
/// Tokens stay on the server; the browser holds only a session cookie.
///
/// ```swift
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: MemoryWebSessionStorage(), over: transport)
/// let router = Router(context: VisitorContext.self)
/// router.addSignIn(web)
/// router.get("/") { _, context in
///     "Hello, \(try await context.account().identity.name ?? "you")!"
/// }
/// ```
///
/// Its pages are below `/sign-in` and `/sign-out`; each is a ``WebSignInNotice``.
public struct WebSignIn: Sendable {
    /// The app's URL in the browser.
    public let address: URL
    /// The app's registrations; the first is the default for a route that names none.
    public let registrations: [ClientRegistration]
    /// The Azure AD B2C user flow for password reset.
    public let passwordReset: ClientRegistration?
    /// The Azure AD B2C user flow for profile editing, at `/sign-in?registration=NAME`.
    public let profileEditing: ClientRegistration?
    /// The lifetimes of sessions.
    public let lifetimes: SessionLifetimes
    /// Returns the languages for the provider's pages (`ui_locales`), in order of preference.
    public let languages: @Sendable (Request) -> [String]
    /// Creates the response that shows a notice; by default a plain English page.
    public let page: @Sendable (WebSignInNotice, Request) -> Response
    /// The origins that a page's forms may lead to: the providers, for a page with a form of this library.
    ///
    /// Chromium also applies the Content Security Policy's `form-action` to the redirect after a form.
    public let formTargets: [String]

    let base: BaseURL
    let storage: any WebSessionStorage
    let time: TimeSource
    let cookie: BrowserCookie
    let keeper: SessionKeeper
    private(set) var accounts: SessionAccounts
    let sweep: Sweep

    /// Creates the sign-in of a web app.
    ///
    /// - Parameters:
    ///   - address: The app's URL in the browser: https, or plain http on this machine.
    ///   - registrations: The app's registrations, at least one. Each redirect URI is a path of this app, such as
    ///     `/sign-in/callback`, and needs no route of its own.
    ///   - passwordReset: The user flow for password reset; the user signs in afterwards.
    ///   - profileEditing: The user flow for profile editing. Neither flow stores an account; the session's accounts
    ///     adopt the returned claims.
    ///   - storage: Stores the sessions.
    ///   - transport: Sends the requests to the providers.
    ///   - lifetimes: The lifetimes of sessions.
    ///   - time: The wall clock and the monotonic clock.
    ///   - page: Creates the response that shows a notice.
    ///   - languages: Returns the languages for the provider's pages; empty for the provider's default.
    /// - Throws: ``WebSignInError`` (`addressUnsafe`, `redirectURIElsewhere`, `redirectURIShared`, `nameShared`,
    ///   `hostShared`).
    public init(
        at address: URL, registrations: [ClientRegistration], passwordReset: ClientRegistration? = nil,
        profileEditing: ClientRegistration? = nil, keepingIn storage: any WebSessionStorage,
        over transport: any Transport, lifetimes: SessionLifetimes = SessionLifetimes(), time: TimeSource = .system,
        page: @escaping @Sendable (WebSignInNotice, Request) -> Response = { notice, _ in notice.plainPage },
        languages: @escaping @Sendable (Request) -> [String] = { _ in [] }
    ) throws {
        let storage = CheckedSessionStorage(storage: storage)
        base = try Self.check(address, registrations, userFlows: [passwordReset, profileEditing].compactMap { $0 })
        (self.passwordReset, self.profileEditing) = (passwordReset, profileEditing)
        (self.address, self.registrations, self.lifetimes, self.page) = (address, registrations, lifetimes, page)
        (self.storage, self.time, self.languages) = (storage, time, languages)
        formTargets = Set(registrations.compactMap { Origin($0.issuer)?.description }).sorted()
        // Browsers send a cookie to every port of a host, so without TLS, the port is part of the name.
        let place = base.isSecure ? "" : "-\(base.authority.port)"
        cookie = BrowserCookie("session\(place)", isSecure: base.isSecure)
        keeper = SessionKeeper(
            storage: storage, cookie: cookie, signInPrefix: "sign-in\(place)-", isSecure: base.isSecure,
            lifetimes: lifetimes, time: time, random: .system)
        accounts = SessionAccounts(storage, registrations: registrations, over: transport, time: time)
        sweep = Sweep(time: time)
    }

    /// Returns this app with the account stores of an earlier one over the same storage, such as after new secrets.
    ///
    /// Without them, a refresh token that the storage could not keep yet would be lost.
    public func replacing(_ earlier: WebSignIn) -> WebSignIn {
        var app = self
        app.accounts = earlier.accounts
        app.accounts.registrations.replace(with: registrations)
        return app
    }

    /// Includes the user flows that store no account.
    var allRegistrations: [ClientRegistration] { registrations + [passwordReset, profileEditing].compactMap { $0 } }

    func registration(_ name: String?) -> ClientRegistration? {
        guard let name else { return registrations.first }
        return allRegistrations.first { $0.name == name }
    }

    func keepsAccounts(of registration: ClientRegistration) -> Bool {
        registrations.contains { $0.name == registration.name }
    }

    /// Returns whether a path and query stay within this app, even in lenient browsers. RFC 9700 §4.11
    public func isOwnAddress(_ address: String) -> Bool { OwnAddress(address, at: base) != nil }
}

extension WebSignIn {
    private static func check(
        _ address: URL, _ registrations: [ClientRegistration], userFlows: [ClientRegistration]
    ) throws -> BaseURL {
        guard let base = BaseURL(address.absoluteString), base.isSecure || LoopbackHost.contains(base.authority.host)
        else {
            throw WebSignInError(
                .addressUnsafe, "'\(address)' is not the URL of a web app; use https://host, or http on this machine")
        }
        guard !registrations.isEmpty else {
            throw WebSignInError(.redirectURIElsewhere, "the app has no registration; add at least one")
        }
        var origins: [String: Origin?] = [:]
        let all = registrations + userFlows
        for registration in all {
            let redirect = registration.redirectURI
            guard redirect.text == "\(base)\(redirect.path)", redirect.path != "/" else {
                throw WebSignInError(
                    .redirectURIElsewhere,
                    "the redirect URI of '\(registration.name)' is \(redirect); it must be a path at \(base)")
            }
            let origin = Origin(registration.issuer)
            guard origins[redirect.path, default: origin] == origin else {
                throw WebSignInError(
                    .redirectURIShared, "two providers use \(redirect); give each registration its own path")
            }
            origins[redirect.path] = origin
            guard !base.isSharing(registration.issuer) else {
                throw WebSignInError(
                    .hostShared,
                    "the app and '\(registration.name)' share the host \(base.authority.host), and with it their "
                        + "cookies; use another name for the app, such as localhost instead of 127.0.0.1")
            }
        }
        guard Set(all.map(\.name)).count == all.count else {
            throw WebSignInError(
                .nameShared, "two registrations have the same name, which identifies their accounts; rename one")
        }
        return base
    }
}

extension BaseURL {
    /// Whether an issuer has this host on another port: cookies ignore ports.
    fileprivate func isSharing(_ issuer: URL) -> Bool {
        guard let host = try? URLHost(of: issuer) else { return false }
        return host == (try? URLHost(authority.host))
            && (issuer.port ?? scheme.defaultPort) != authority.port
    }
}

extension WebSignIn {
    /// Returns every unexpired session with an account, latest use first; throws an error of the storage.
    public func sessions() async throws -> [StoredSession] { try await storage.signedInSessions(at: time.date()) }

    /// Returns the unexpired sessions in which a user is signed in, latest use first; throws an error of the storage.
    public func sessions(of identity: Identity) async throws -> [StoredSession] {
        let name = LogoutIndex.person(identity.subject, at: identity.issuer)
        let ids = Set(try await storage.entries(under: name).map(\.session))
        let now = time.date()
        return try await storage.sessions(ids).filter { $0.expiresAt > now }
            .sorted { ($0.usedAt, $0.id.rawValue) > ($1.usedAt, $1.id.rawValue) }
    }

    /// Ends a session, unless it has already ended; throws an error of the storage.
    public func endSession(_ id: StoredSession.ID) async throws { try await storage.remove(id) }
}
