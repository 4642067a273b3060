// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuthMessages
import PortableFoundation
public import SignInProvider
import Synchronization

/// An app's accounts, at any number of registrations, and their tokens.
///
/// Share one store across the app. Any number of tasks can request the same token at once, and any number of programs
/// can share a storage: together they cause one refresh. The store saves the new refresh token before any caller gets
/// the new access token.
///
/// ```swift
/// let accounts = AccountStore(storage, registrations: [work], over: transport)
/// for account in try await accounts.accounts(of: work) where !account.needsSignIn {
///     let token = try await accounts.token(for: account, scopes: ["User.Read"])
///     try await upload(with: token)
/// }
/// ```
public actor AccountStore {
    /// The transport for requests to providers, and to the APIs of authorized transports.
    public nonisolated let transport: any Transport
    package nonisolated let storage: any AccountStorage
    /// The wall clock and the monotonic clock.
    public nonisolated let time: TimeSource
    package nonisolated let providers: DiscoveredProviders
    nonisolated let listeners = AccountEvents()
    /// An abandoned refresh stops waiting for another program; a request is never canceled.
    let refreshes = SingleFlight<TokenQuery.RefreshKey, Redacted<String>>(cancellingAbandoned: true)
    var bookkeeping = Bookkeeping()
    private let registrations: CurrentRegistrations

    struct Bookkeeping {
        var memory = TokenMemory()
        /// Responses to save at the next attempt: the provider may reject older refresh tokens.
        var unsaved: [Account.ID: (response: AccountRecord, request: AccountRecord)] = [:]
        /// Incremented on removal; a record read before the last increment may be stale.
        var removals = 0
        /// Accounts that this program is saving or removing; memory does not have the new state yet.
        var saving: Set<Account.ID> = []
        var failures = RecentFailures<RefreshQuestion>()
        var preparedAt: Duration?
    }

    /// Creates a store over a storage.
    ///
    /// The registrations are those for ``token(for:scopes:)``. Use a distinct name for each: of two with the same name,
    /// the last one counts. A ``SignInFlow`` has its own registration, which need not be one of these.
    public init(
        _ storage: any AccountStorage, registrations: [ClientRegistration] = [], over transport: any Transport,
        time: TimeSource = .system
    ) {
        self.init(
            storage, registrations: CurrentRegistrations(registrations),
            providers: DiscoveredProviders(over: transport, time: time), over: transport, time: time)
    }

    package init(
        _ storage: any AccountStorage, registrations: CurrentRegistrations = CurrentRegistrations(),
        providers: DiscoveredProviders, over transport: any Transport, time: TimeSource
    ) {
        self.storage = storage
        self.transport = transport
        self.time = time
        self.providers = providers
        self.registrations = registrations
    }

    /// Reaches a provider that an API has named only on the API's own network.
    nonisolated func transport(for registration: ClientRegistration) -> any Transport {
        transport(within: registration.reach)
    }

    package nonisolated func transport(within reach: NetworkReach?) -> any Transport {
        guard let reach else { return transport }
        return NetworkBoundTransport(over: transport, within: reach, resolving: providers.resolve)
    }

    /// Checks that the storage can save, at most once a minute, because a web app calls it for each visitor.
    func prepareStorage() async throws {
        if let preparedAt = bookkeeping.preparedAt, time.elapsed() - preparedAt < .seconds(60) { return }
        try await storage.prepare()
        bookkeeping.preparedAt = time.elapsed()
    }

    /// Returns a registration's accounts, or every account if none is given.
    ///
    /// They are ordered by sign-in, latest first; a refresh does not change the order.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func accounts(of registration: ClientRegistration? = nil) async throws -> [Account] {
        try await storage.records()
            .filter { record in registration.map { $0.id == record.owner } ?? true }
            .map { $0.account(at: time.date()) }
            .sorted { ($0.signedInAt, $0.id.rawValue) > ($1.signedInAt, $1.id.rawValue) }
    }

    /// Returns one account; `nil` if the storage does not have it.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func account(_ id: Account.ID) async throws -> Account? {
        try await storage.record(id)?.account(at: time.date())
    }

    /// Returns one error for each unreadable stored account, with the account and the solution.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func damagedAccounts() async throws -> [AccountStorageError] {
        try await storage.damagedAccounts()
    }

    /// Returns a sequence of all later account events, for one listener.
    ///
    /// The store notices a change by another program when a caller next requests a token for that account.
    public nonisolated func events() -> some AsyncSequence<AccountEvent, Never> & Sendable { listeners.stream() }

    /// Returns a valid token for these permissions of one API; send it only to that API.
    ///
    /// The store returns it from memory while it is valid. Shortly before it expires, or after the provider's
    /// `refresh_in`, one caller refreshes it. While the provider is unreachable, callers get the old one until it
    /// expires. The account's registration must be one of the store's. Each set of permissions has its own token.
    ///
    /// - Throws: ``Refusal``: `signInRequired` if only the user can resolve it, `registrationUnknown`,
    ///   `scopeNotGranted`, and those of a refreshed ID token; `ServerError`, `TransportError`, `AccountStorageError`,
    ///   `CancellationError`. Only `signInRequired` ends the sign-in.
    public func token(for account: Account, scopes: ScopeSet) async throws -> Redacted<String> {
        guard let registration = registrations[account.registration] else {
            throw Refusal(
                .registrationUnknown,
                "the account store has no registration '\(account.registration)'; pass it when creating the store"
            )
        }
        return try await token(
            TokenQuery(
                account: account.id, registration: registration, owner: registration.id, scopes: scopes, rejected: nil))
    }
}

package final class CurrentRegistrations: Sendable {
    private let byName: Mutex<[String: ClientRegistration]>

    package init(_ registrations: [ClientRegistration] = []) { byName = Mutex(Self.table(registrations)) }

    package func replace(with registrations: [ClientRegistration]) {
        let table = Self.table(registrations)
        byName.withLock { $0 = table }
    }

    subscript(name: String) -> ClientRegistration? { byName.withLock { $0[name] } }

    private static func table(_ registrations: [ClientRegistration]) -> [String: ClientRegistration] {
        Dictionary(registrations.map { ($0.name, $0) }) { _, last in last }
    }
}
