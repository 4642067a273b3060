// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPServing
public import OAuth
public import SignIn
import Synchronization

/// The session of a browser during one request.
///
/// A browser without a session has an empty one, which is stored only when it has something to keep.
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
        /// The cookie to send with the response; `nil` for no change.
        var cookie: String?
        /// The account that the request used last.
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

    /// The session's name for a list or a log, which opens nothing; `nil` while nothing is stored.
    public var id: StoredSession.ID? { open?.id }

    // MARK: Accounts

    /// The accounts of this session, the latest sign-in first.
    ///
    /// - Throws: `AccountStorageError`.
    public func accounts(of registration: String? = nil) async throws -> [Account] {
        guard let registration else {
            var all: [Account] = []
            for registration in app.registrations { all += try await accounts(of: registration.name) }
            return all.sorted { ($0.signedInAt, $0.id.rawValue) > ($1.signedInAt, $1.id.rawValue) }
        }
        guard let open, let own = app.registrations.first(where: { $0.name == registration }) else { return [] }
        if let known = state.withLock({ $0.accounts[registration] }) { return known }
        // The content of a request may come late; another browser may have taken the session over meanwhile.
        if request.method != .get, try await app.storage.session(open.stored.lookup) == nil { return [] }
        let found = try await app.accounts.accounts(of: open).accounts(of: own)
        state.withLock { $0.accounts[registration] = found }
        return found
    }

    /// The account that the person chose, or signed in with last.
    ///
    /// - Throws: ``SignInRequired``; `AccountStorageError`.
    public func requireAccount(of registration: String? = nil) async throws -> Account {
        let account = try await account(of: registration)
        guard let account, !account.needsSignIn else {
            throw SignInRequired(at: registration, options: SignInOptions(loginHint: account?.identity.username))
        }
        return account
    }

    /// The account, if the provider authenticated the person within this time.
    ///
    /// It judges the provider's own time (`auth_time`), since a provider may answer without a page. Entra ID sends it
    /// only if the app's optional claims ask for it.
    ///
    /// - Throws: ``SignInRequired`` with a demand for a fresh authentication; `AccountStorageError`.
    public func requireAccount(
        of registration: String? = nil, authenticatedWithin limit: Duration
    ) async throws -> Account {
        let account = try await requireAccount(of: registration)
        let since = account.identity.claims.date("auth_time").map { app.time.date().timeIntervalSince($0) }
        guard let since, Duration.seconds(since) <= limit else {
            throw SignInRequired(
                at: account.registration,
                options: SignInOptions(prompt: .login, loginHint: account.identity.username, maxAge: limit),
                extending: account)
        }
        return account
    }

    /// The account that the person chose, or signed in with last; `nil` if it is gone.
    ///
    /// - Throws: `AccountStorageError`.
    public func account(of registration: String? = nil) async throws -> Account? {
        guard let name = registration ?? app.registrations.first?.name else { return nil }
        let accounts = try await accounts(of: name)
        let choice = try await content(Self.choice(name)).map { String(decoding: $0, as: UTF8.self) }
        // No other account takes the place of one that is gone: the page would write another person's data.
        let account = accounts.first { $0.id.rawValue == choice }
        state.withLock { $0.current = account }
        return account
    }

    /// Makes an account the one that ``requireAccount(of:)`` gives.
    ///
    /// - Throws: `AccountStorageError`.
    public func choose(_ account: Account) async throws {
        try await choose(account, in: try await stored())
    }

    func choose(_ account: Account, in open: OpenSession) async throws {
        try await save(
            Data(account.id.rawValue.utf8), as: Self.choice(account.registration), in: open)
    }

    private static func choice(_ registration: String) -> String { "choice.\(registration)" }

    /// A token for an API.
    ///
    /// - Throws: ``SignInRequired`` if only the person can help; else as `AccountStore.token(for:scopes:)`.
    public func token(for account: Account, scopes: ScopeSet) async throws -> Redacted<String> {
        state.withLock { $0.current = account }
        do {
            return try await accountStore().token(for: account, scopes: scopes)
        } catch Refusal.Code.signInRequired {
            // The sign-in asks for these permissions, too: without a refresh token it is the only way to them.
            throw SignInRequired(
                at: account.registration, scopes: scopes, options: SignInOptions(loginHint: account.identity.username))
        }
    }

    /// A transport to one API that carries an account's token.
    ///
    /// A request throws ``SignInRequired`` if the API challenges it and only the person can answer. The middleware then
    /// leads the person to the provider, and repeats the request that the browser had sent.
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

    /// The flow of a registration over the accounts of this session.
    ///
    /// - Throws: ``SignInRequired`` without a session, or for an unknown name.
    public func flow(of registration: String) throws -> SignInFlow {
        guard let registration = app.registration(registration) else { throw SignInRequired() }
        return SignInFlow(registration, keepingIn: try accountStore())
    }

    /// The account store of this session, for its events and for data of the app's own.
    ///
    /// - Throws: ``SignInRequired`` without a session.
    public func accountStore() throws -> AccountStore {
        guard let open else { throw SignInRequired() }
        return app.accounts.accounts(of: open)
    }

    /// The events of this session's accounts, the latest first, at most twenty.
    ///
    /// - Throws: Errors of the storage.
    public func events() async throws -> [WebSessionEvent] {
        guard let open else { return [] }
        return try await SessionHistory(storage: app.storage, session: open.id, key: open.key, time: app.time).events()
    }

    /// Forgets the accounts that this request has read, because it changed them.
    func forgetRead() { state.withLock { $0.accounts = [:] } }

    // MARK: Values of the app

    /// A value that the app stored in this session; `nil` if there is none.
    ///
    /// - Throws: Errors of the storage.
    public func value(_ name: String) async throws -> Data? {
        try await content(Self.valuePrefix + name)
    }

    private func content(_ name: String) async throws -> Data? {
        guard let open else { return nil }
        return try await app.storage.entry(name, of: open.id).flatMap(open.key.content)
    }

    /// Stores a value in this session, sealed, until its end; `nil` removes it.
    ///
    /// - Throws: Errors of the storage.
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

    /// Saves an entry; of two requests at once, the later counts.
    func save(_ content: Data, as name: String, in open: OpenSession) async throws {
        let sealed = try open.key.seal(content, as: name)
        while true {
            let version = try await app.storage.entry(name, of: open.id)?.version ?? 0
            let entry = StoredEntry(name: name, version: version, content: sealed, date: app.time.date())
            if try await app.storage.save(entry, of: open.id) { return }
            // The session may have ended.
            guard try await !app.storage.sessions([open.id]).isEmpty else { throw SignInRequired() }
        }
    }

    /// The session as it is stored; a browser without one gets one.
    func stored() async throws -> OpenSession {
        if let open { return open }
        let open = try await app.keeper.begin(for: request)
        set(open)
        return open
    }

    /// Takes over a session with a new cookie.
    func set(_ open: OpenSession) {
        state.withLock { state in
            state = State(open: open, cookie: app.cookie.setting(open.secret.cookie))
        }
    }

    /// Ends the session: its row and its entries are removed, and the browser forgets the cookie.
    ///
    /// - Throws: Errors of the storage.
    public func end() async throws {
        guard let open else { return }
        try await app.storage.remove(open.id)
        state.withLock { $0 = State(open: nil, cookie: app.cookie.removing) }
    }
}
