// SPDX-License-Identifier: Apache-2.0
import HTTPServing
public import OAuthMessages
public import PortableFoundation
public import SignIn
import Synchronization

/// A browser's session during one request.
///
/// A browser without a session gets an empty one, which is stored only when it has content. Asynchronous functions also
/// throw the storage's errors, for accounts as `AccountStorageError`.
///
/// ```swift
/// let session = try context.requireSession()
/// let names = try await session.accounts().compactMap(\.identity.name)
/// let account = try await session.requireAccount(of: "work")
/// let users = try session.authorizedTransport(for: account, scopes: ["User.Read"], to: graph)
/// ```
public final class WebSession: Sendable {
    struct State {
        var open: OpenSession?
        /// The `Set-Cookie` value for the response; `nil` for no change.
        var cookie: String?
        var current: Account?
        var accounts: [String: [Account]] = [:]
    }

    let app: WebSignIn
    let request: Request
    private let state: Mutex<State>

    init(_ open: OpenSession?, of request: Request, app: WebSignIn) {
        (self.app, self.request) = (app, request)
        state = Mutex(State(open: open))
    }

    var open: OpenSession? { state.withLock { $0.open } }
    var cookie: String? { state.withLock { $0.cookie } }
    var current: Account? { state.withLock { $0.current } }

    /// The session's ID for a list or a log, which gives no access; `nil` if nothing is stored.
    public var id: StoredSession.ID? { open?.id }

    // MARK: Accounts

    /// Returns this session's accounts, latest sign-in first.
    public func accounts(of registration: String? = nil) async throws -> [Account] {
        guard let registration else {
            var all: [Account] = []
            for registration in app.registrations { all += try await accounts(of: registration.name) }
            return all.sorted { ($0.signedInAt, $0.id.rawValue) > ($1.signedInAt, $1.id.rawValue) }
        }
        guard let open, let own = app.registrations.first(where: { $0.name == registration }) else { return [] }
        if let known = state.withLock({ $0.accounts[registration] }) { return known }
        // A request's content can arrive late, after the session was renewed elsewhere or ended.
        if request.method != .get, try await app.storage.session(open.stored.lookup) == nil { return [] }
        let found = try await app.accounts.accounts(of: open).accounts(of: own)
        state.withLock { $0.accounts[registration] = found }
        return found
    }

    /// Returns the account that the user chose, or signed in with last, or throws ``SignInRequired``.
    public func requireAccount(of registration: String? = nil) async throws -> Account {
        let account = try await account(of: registration)
        guard let account, !account.needsSignIn else {
            throw SignInRequired(at: registration, options: SignInOptions(loginHint: account?.identity.username))
        }
        return account
    }

    /// Returns the account, if the provider authenticated the user within this time.
    ///
    /// It uses the provider's own time (`auth_time`), because a provider can respond without showing a page. Entra ID
    /// sends it only if it is an optional claim in the app's registration.
    ///
    /// - Throws: ``SignInRequired`` to request a recent authentication; `AccountStorageError`.
    public func requireAccount(
        of registration: String? = nil, authenticatedWithin limit: Duration
    ) async throws -> Account {
        let account = try await requireAccount(of: registration)
        // The provider's clock may be up to a minute ahead.
        let age = account.identity.claims.age(of: "auth_time", at: app.time.date(), tolerance: 60)
        guard let age, Duration.seconds(age) <= limit else {
            throw SignInRequired(
                at: account.registration,
                options: SignInOptions(prompt: .login, loginHint: account.identity.username, maxAge: limit),
                extending: account)
        }
        return account
    }

    /// Returns the account that the user chose, or signed in with last; `nil` if it was removed.
    public func account(of registration: String? = nil) async throws -> Account? {
        guard let name = registration ?? app.registrations.first?.name else { return nil }
        let accounts = try await accounts(of: name)
        let choice = try await content(Self.choice(name)).map { String(decoding: $0, as: UTF8.self) }
        // No fallback to another account: the page would write another person's data.
        let account = accounts.first { $0.id.rawValue == choice }
        state.withLock { $0.current = account }
        return account
    }

    /// Selects the account that ``requireAccount(of:)`` returns.
    public func choose(_ account: Account) async throws { try await choose(account, in: try await stored()) }

    func choose(_ account: Account, in open: OpenSession) async throws {
        try await save(
            Data(account.id.rawValue.utf8), as: Self.choice(account.registration), in: open)
    }

    private static func choice(_ registration: String) -> String { "choice.\(registration)" }

    /// Returns a token for an API.
    ///
    /// - Throws: ``SignInRequired`` if only the user can help, otherwise the errors of
    ///   `AccountStore.token(for:scopes:)`.
    public func token(for account: Account, scopes: ScopeSet) async throws -> Redacted<String> {
        state.withLock { $0.current = account }
        do {
            return try await accountStore().token(for: account, scopes: scopes)
        } catch Refusal.Code.signInRequired {
            // The sign-in requests these permissions, too: without a refresh token, there is no other way to get them.
            throw SignInRequired(
                at: account.registration, scopes: scopes, options: SignInOptions(loginHint: account.identity.username))
        }
    }

    /// Returns a transport to one API that adds an account's token.
    ///
    /// A request throws ``SignInRequired`` if the API challenges it and only the user can answer. The middleware then
    /// sends the user to the provider, and repeats the browser's request.
    ///
    /// - Throws: ``SignInRequired`` without a session.
    public func authorizedTransport(
        for account: Account, scopes: ScopeSet, to api: URL
    ) throws -> AuthorizedTransport {
        let flow = try flow(of: account.registration)
        return AuthorizedTransport(
            flow.session(of: account), scopes: scopes, to: api, over: flow.accounts.transport
        ) { challenge, permissions in
            throw SignInRequired(meeting: challenge, scopes: permissions, for: account)
        }
    }

    /// Returns a registration's sign-in flow, over this session's accounts.
    ///
    /// - Throws: ``SignInRequired`` without a session, or for an unknown name.
    public func flow(of registration: String) throws -> SignInFlow {
        guard let registration = app.registration(registration) else { throw SignInRequired() }
        return SignInFlow(registration, keepingIn: try accountStore())
    }

    /// Returns this session's account store, for its events and for app data.
    ///
    /// - Throws: ``SignInRequired`` without a session.
    public func accountStore() throws -> AccountStore {
        guard let open else { throw SignInRequired() }
        return app.accounts.accounts(of: open)
    }

    /// Returns the events of this session's accounts, latest first, at most 20.
    public func events() async throws -> [WebSessionEvent] {
        guard let open else { return [] }
        return try await SessionHistory(storage: app.storage, session: open.id, key: open.key, time: app.time).events()
    }

    func forgetRead() { state.withLock { $0.accounts = [:] } }

    // MARK: Values of the app

    /// Returns a value that the app stored in this session; `nil` if there is none.
    public func value(_ name: String) async throws -> Data? { try await content(Self.valuePrefix + name) }

    private func content(_ name: String) async throws -> Data? { try await open?.content(name, in: app.storage) }

    /// Stores an encrypted value until this session ends; `nil` removes it.
    public func setValue(_ value: Data?, for name: String) async throws {
        let open = try await stored()
        let name = Self.valuePrefix + name
        guard let value else {
            _ = try await app.storage.take(name, of: open.id)
            return
        }
        try await save(value, as: name, in: open)
    }

    private static let valuePrefix = "value."

    /// Saves an entry; of two concurrent requests, the later one wins.
    func save(_ content: Data, as name: String, in open: OpenSession) async throws {
        while try await !open.save(content, as: name, in: app.storage, at: app.time.date()) {
            // The session may have ended.
            guard try await !app.storage.sessions([open.id]).isEmpty else { throw SignInRequired() }
        }
    }

    /// The stored session; begins one if the browser has none.
    func stored() async throws -> OpenSession {
        if let open { return open }
        let open = try await app.keeper.begin(for: request)
        set(open)
        return open
    }

    func set(_ open: OpenSession) {
        state.withLock { state in
            state = State(open: open, cookie: app.cookie.setting(open.secret.cookie))
        }
    }

    /// Ends the session: its row and entries are removed, and the browser deletes the cookie.
    public func end() async throws {
        guard let open else { return }
        try await app.storage.remove(open.id)
        state.withLock { $0 = State(open: nil, cookie: app.cookie.removing) }
    }
}
