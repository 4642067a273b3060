// SPDX-License-Identifier: Apache-2.0
import Foundation
public import HTTPTransport
public import OAuth
public import Provider

/// The accounts of an app, at any number of registrations, and their tokens.
///
/// An app has one, and hands it to whoever needs it. Any number of tasks may ask for the same token at once, and any
/// number of programs may share a storage: together they cause one refresh, and the new refresh token is kept before
/// anyone uses the new access token.
public actor AccountStore {
    /// What sends the requests, to providers and to the APIs of authorized transports.
    public nonisolated let transport: any Transport
    /// Where the accounts are kept.
    nonisolated let storage: any AccountStorage
    /// What tells the time.
    package nonisolated let time: TimeSource
    /// The providers that were asked what they are.
    nonisolated let providers: DiscoveredProviders
    nonisolated let listeners = AccountEvents()
    let renewals = SingleFlight<Renewal, Redacted<String>>()
    var memory = TokenMemory()
    /// What providers answered and the storage could not keep, for the next attempt: a provider may take nothing older.
    var unsaved: [Account.ID: (answer: AccountRecord, asked: AccountRecord)] = [:]
    /// How many accounts were forgotten here; what was read before one more was may be of that one.
    var removals = 0
    /// Accounts that are being saved or removed here, which memory does not know yet.
    var saving: Set<Account.ID> = []
    /// Recent refresh failures that would repeat.
    var failures = RecentFailures<RefreshQuestion>()
    /// When the storage was last found ready.
    var preparedAt: Duration?
    private let registrations: [String: (ClientRegistration, RegistrationID)]

    /// Creates a store over a storage.
    ///
    /// - Parameters:
    ///   - storage: Where the accounts are kept.
    ///   - registrations: The app's registrations, for ``token(for:scopes:)``; each needs a name of its own, since of
    ///     two with one name the last counts. A ``SignInFlow`` brings its own, which need not be one of these.
    ///   - transport: What sends the requests.
    ///   - time: What tells the time.
    public init(
        _ storage: any AccountStorage, registrations: [ClientRegistration] = [], over transport: any Transport,
        time: TimeSource = .system
    ) {
        self.storage = storage
        self.transport = transport
        self.time = time
        providers = DiscoveredProviders(over: transport, now: time.date)
        self.registrations = Dictionary(registrations.map { ($0.name, ($0, $0.id)) }) { _, last in last }
    }

    /// Sees to it that an account can be kept; not again within a minute, since a web app asks for every visitor.
    ///
    /// - Throws: `AccountStorageError`.
    func prepareStorage() async throws {
        if let preparedAt, time.elapsed() - preparedAt < .seconds(60) { return }
        try await storage.prepare()
        preparedAt = time.elapsed()
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

    /// One account; `nil` if it is not kept, or not any more.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func account(_ id: Account.ID) async throws -> Account? {
        try await storage.record(id)?.account(at: time.date())
    }

    /// What is kept but cannot be read, an error for each that names it and says what to do.
    ///
    /// - Throws: `AccountStorageError`.
    public nonisolated func damagedAccounts() async throws -> [AccountStorageError] {
        try await storage.damagedAccounts()
    }

    /// What happens to accounts from now on, for one listener.
    ///
    /// What other programs do to shared accounts is noticed when this program next asks for a token of theirs.
    public nonisolated func events() -> some AsyncSequence<AccountEvent, Never> & Sendable { listeners.stream() }

    /// A token for these permissions of one API, which is still good.
    ///
    /// It comes from memory while it is good; shortly before its end, or when the provider wants it
    /// (`refresh_in`), one caller renews it, and as long as the provider cannot be reached the old one is given out
    /// until it ends.
    ///
    /// - Parameters:
    ///   - account: Whose; its registration must be one that the store was created with.
    ///   - scopes: What the token must allow; all of one API. Each set of permissions has its own token.
    /// - Returns: The token; hand it to that API and to nobody else.
    /// - Throws: ``Refusal``: `signInRequired` if only the person can help, `registrationUnknown`, `scopeNotGranted`,
    ///   and those of a refreshed ID token; `ServerError`, `TransportError`, `AccountStorageError`,
    ///   `CancellationError`. Only `signInRequired` ends the sign-in.
    public func token(for account: Account, scopes: ScopeSet) async throws -> Redacted<String> {
        guard let (registration, key) = registrations[account.registration] else {
            throw Refusal(
                .registrationUnknown,
                "the accounts know no registration '\(account.registration)'; name it when creating the account store")
        }
        return try await token(for: account.id, at: registration, key, scopes: scopes, rejected: nil)
    }
}
