// SPDX-License-Identifier: Apache-2.0
import Foundation
public import HTTPTransport
public import OAuth
public import Provider

/// The accounts of an app, at any number of registrations, and their tokens.
///
/// An app has one store for all its parts. Any number of tasks may ask for the same token at once, and any number of
/// programs may share a storage: together they cause one refresh. The store saves the new refresh token before a caller
/// gets the new access token.
///
/// Read on in the files beside this one: `AccountStore+Tokens.swift` finds a token, `AccountStore+Refresh.swift` asks
/// the provider, `AccountStore+Saving.swift` saves its response, `AccountStore+Changes.swift` keeps and removes.
///
/// ```swift
/// let accounts = AccountStore(storage, registrations: [work], over: transport)
/// for account in try await accounts.accounts(of: work) where !account.needsSignIn {
///     let token = try await accounts.token(for: account, scopes: ["User.Read"])
///     try await upload(with: token)
/// }
/// ```
public actor AccountStore {
    /// Sends the requests to providers and to the APIs of authorized transports.
    public nonisolated let transport: any Transport
    /// Where the accounts are kept.
    nonisolated let storage: any AccountStorage
    /// The wall clock and the monotonic clock.
    package nonisolated let time: TimeSource
    /// The providers discovered so far.
    nonisolated let providers: DiscoveredProviders
    nonisolated let listeners = AccountEvents()
    let refreshes = SingleFlight<TokenQuery.RefreshKey, Redacted<String>>()
    var bookkeeping = Bookkeeping()
    private let registrations: CurrentRegistrations

    /// The state of the store beside the storage.
    struct Bookkeeping {
        /// The tokens in this program's memory.
        var memory = TokenMemory()
        /// Responses that the storage could not save, for the next attempt: a provider may refuse older refresh tokens.
        var unsaved: [Account.ID: (response: AccountRecord, request: AccountRecord)] = [:]
        /// Incremented on removal; a record read before the last increment may be stale.
        var removals = 0
        /// Accounts that this program is saving or removing; memory does not have the new state yet.
        var saving: Set<Account.ID> = []
        /// Recent refresh failures that would repeat.
        var failures = RecentFailures<RefreshQuestion>()
        /// When the storage was last ready.
        var preparedAt: Duration?
    }

    /// Creates a store over a storage.
    ///
    /// - Parameters:
    ///   - storage: Keeps the accounts.
    ///   - registrations: The app's registrations, for ``token(for:scopes:)``; each needs its own name, since the last
    ///     of two with one name counts. A ``SignInFlow`` brings its own, which need not be one of these.
    ///   - transport: Sends the requests.
    ///   - time: The wall clock and the monotonic clock.
    public init(
        _ storage: any AccountStorage, registrations: [ClientRegistration] = [], over transport: any Transport,
        time: TimeSource = .system
    ) {
        self.init(
            storage, registrations: CurrentRegistrations(registrations),
            providers: DiscoveredProviders(over: transport, time: time), over: transport, time: time)
    }

    /// Creates one of many stores that share what they know of the providers.
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

    /// The transport for requests to the provider of a registration: one that an API has named may be reached in the
    /// API's own network only.
    nonisolated func transport(for registration: ClientRegistration) -> any Transport {
        transport(within: registration.reach)
    }

    /// The transport for requests to hosts of one network; `nil` for any.
    nonisolated func transport(within reach: NetworkReach?) -> any Transport {
        guard let reach else { return transport }
        return NetworkBoundTransport(over: transport, within: reach, resolving: providers.resolve)
    }

    /// Checks that the storage can keep an account, at most once a minute: a web app asks for every visitor.
    ///
    /// - Throws: `AccountStorageError`.
    func prepareStorage() async throws {
        if let preparedAt = bookkeeping.preparedAt, time.elapsed() - preparedAt < .seconds(60) { return }
        try await storage.prepare()
        bookkeeping.preparedAt = time.elapsed()
    }

    /// The accounts of a registration, or every account if none is given.
    ///
    /// The order is that of the sign-ins, the latest first; no refresh changes it.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func accounts(of registration: ClientRegistration? = nil) async throws -> [Account] {
        try await storage.records()
            .filter { record in registration.map { $0.id == record.owner } ?? true }
            .map { $0.account(at: time.date()) }
            .sorted { ($0.signedInAt, $0.id.rawValue) > ($1.signedInAt, $1.id.rawValue) }
    }

    /// One account; `nil` if the storage does not have it.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func account(_ id: Account.ID) async throws -> Account? {
        try await storage.record(id)?.account(at: time.date())
    }

    /// The stored accounts that cannot be read: one error for each, which names the account and the remedy.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func damagedAccounts() async throws -> [AccountStorageError] {
        try await storage.damagedAccounts()
    }

    /// The events of accounts from now on, for one listener.
    ///
    /// The store notices a change by another program when a caller next asks for a token of that account.
    public nonisolated func events() -> some AsyncSequence<AccountEvent, Never> & Sendable { listeners.stream() }

    /// A token for these permissions of one API, which is still good.
    ///
    /// The store returns it from memory while it is good. Shortly before its end, or after the provider's `refresh_in`,
    /// one caller refreshes it. While the provider cannot be reached, callers get the old one until it ends.
    ///
    /// - Parameters:
    ///   - account: The account; the store must have been created with its registration.
    ///   - scopes: The permissions that the token must have, all of one API. Each set of permissions has its own token.
    /// - Returns: The token; send it to that API only.
    /// - Throws: ``Refusal``: `signInRequired` if only the person can help, `registrationUnknown`, `scopeNotGranted`,
    ///   and those of a refreshed ID token; `ServerError`, `TransportError`, `AccountStorageError`,
    ///   `CancellationError`. Only `signInRequired` ends the sign-in.
    public func token(for account: Account, scopes: ScopeSet) async throws -> Redacted<String> {
        guard let registration = registrations[account.registration] else {
            throw Refusal(
                .registrationUnknown,
                "the accounts know no registration '\(account.registration)'; name it when creating the account store")
        }
        return try await token(
            TokenQuery(
                account: account.id, registration: registration, owner: registration.id, scopes: scopes, rejected: nil))
    }
}
