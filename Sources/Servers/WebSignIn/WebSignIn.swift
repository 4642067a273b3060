// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPServing
public import HTTPTransport
import OAuth
public import Provider
import SignIn

/// Signs people in to a Hummingbird app.
///
/// Tokens stay on the server; the browser has a cookie of a session.
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
/// The pages that it adds are below `/sign-in` and `/sign-out`; each is a ``WebSignInNotice``.
public struct WebSignIn: Sendable {
    /// The address of the app, as browsers see it.
    public let address: URL
    /// The app at its providers; the first is the one of a route that names none.
    public let registrations: [ClientRegistration]
    /// The user flow of Azure AD B2C for a forgotten password.
    public let passwordReset: ClientRegistration?
    /// The user flow of Azure AD B2C in which a person edits the profile, at `/sign-in?registration=NAME`.
    public let profileEditing: ClientRegistration?
    /// How long sessions last.
    public let lifetimes: SessionLifetimes
    /// The languages of a request for the provider's pages (`ui_locales`), the preferred one first.
    public let languages: @Sendable (Request) -> [String]
    /// Makes the response that shows a notice; the default is a plain page in English.
    public let page: @Sendable (WebSignInNotice, Request) -> Response
    /// The addresses to which the forms of a page may lead: the providers, for a page that has a form of ours.
    ///
    /// Chromium applies `form-action` of the Content Security Policy to the redirect after a form, too.
    public let formTargets: [String]

    let base: BaseURL
    let storage: any WebSessionStorage
    let time: TimeSource
    let cookie: BrowserCookie
    let keeper: SessionKeeper
    private(set) var accounts: SessionAccounts
    let sweep: Sweep

    /// Describes a web app.
    ///
    /// - Parameters:
    ///   - address: The address of the app, as browsers see it: https, or plain http on this machine.
    ///   - registrations: The app at its providers, at least one. Each redirect URI is a path of this app, such as
    ///     `/sign-in/callback`, and needs no route of its own.
    ///   - passwordReset: The user flow for a forgotten password; the person signs in afterwards.
    ///   - profileEditing: The user flow to edit the profile. Neither of the two keeps an account; the person's
    ///     accounts in the session take over the claims of their answers.
    ///   - storage: Keeps the sessions.
    ///   - transport: Sends the requests to the providers.
    ///   - lifetimes: How long sessions last.
    ///   - time: The wall clock and the monotonic clock.
    ///   - page: Makes the response that shows a notice.
    ///   - languages: The languages of a request for the provider's pages; none leaves them to the provider.
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
        // Browsers send a cookie to each port of a host, so the port is part of the name without TLS.
        let place = base.isSecure ? "" : "-\(base.authority.port)"
        cookie = BrowserCookie("session\(place)", isSecure: base.isSecure)
        keeper = SessionKeeper(
            storage: storage, cookie: cookie, signInPrefix: "sign-in\(place)-", isSecure: base.isSecure,
            lifetimes: lifetimes, time: time, random: .system)
        accounts = SessionAccounts(storage, registrations: registrations, over: transport, time: time)
        sweep = Sweep(time: time)
    }

    /// This app in place of an earlier one over the same storage, such as one with earlier secrets.
    ///
    /// It goes on with the earlier app's account stores: a refresh token that the storage could not keep yet is in
    /// their memory alone.
    package func replacing(_ earlier: WebSignIn) -> WebSignIn {
        var app = self
        app.accounts = earlier.accounts
        app.accounts.registrations.replace(with: registrations)
        return app
    }

    /// The registrations, and the user flows that keep no account.
    var allRegistrations: [ClientRegistration] {
        registrations + [passwordReset, profileEditing].compactMap { $0 }
    }

    func registration(_ name: String?) -> ClientRegistration? {
        guard let name else { return registrations.first }
        return allRegistrations.first { $0.name == name }
    }

    func keepsAccounts(of registration: ClientRegistration) -> Bool {
        registrations.contains { $0.name == registration.name }
    }

    /// Whether a path and query lead to a page of this app, also in the eyes of a lenient browser. RFC 9700 §4.11
    public func isOwnAddress(_ address: String) -> Bool { OwnAddress(address, at: base) != nil }
}

extension WebSignIn {
    private static func check(
        _ address: URL, _ registrations: [ClientRegistration], userFlows: [ClientRegistration]
    ) throws -> BaseURL {
        guard let base = BaseURL(address.absoluteString), base.isSecure || LoopbackHost.contains(base.authority.host)
        else {
            throw WebSignInError(
                .addressUnsafe, "'\(address)' is no address of a web app; use https://host, or http on this machine")
        }
        guard !registrations.isEmpty else {
            throw WebSignInError(.redirectURIElsewhere, "the app has no registration; name at least one")
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
                    .redirectURIShared, "two providers answer at \(redirect); give each registration a path of its own")
            }
            origins[redirect.path] = origin
            guard !base.isSharing(registration.issuer) else {
                throw WebSignInError(
                    .hostShared,
                    "the app and '\(registration.name)' share the host \(base.authority.host), and with it their "
                        + "cookies; use another name for the app, such as localhost for 127.0.0.1")
            }
        }
        guard Set(all.map(\.name)).count == all.count else {
            throw WebSignInError(.nameShared, "two registrations have one name; accounts are kept under it")
        }
        return base
    }
}

extension BaseURL {
    /// Whether a provider elsewhere has this host: cookies ignore ports.
    fileprivate func isSharing(_ issuer: URL) -> Bool {
        guard let host = issuer.host(percentEncoded: false)?.lowercased() else { return false }
        return host == authority.host.filter { !"[]".contains($0) }
            && (issuer.port ?? scheme.defaultPort) != authority.port
    }
}
