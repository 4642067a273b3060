// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import SignIn

/// The accounts of one registration as a value.
public struct AccountsState: Sendable, Hashable {
    /// The accounts, the latest sign-in first.
    public private(set) var phase: Phase<[Account]> = .idle
    /// The accounts with a sign-out in progress.
    public private(set) var leaving: Set<Account.ID> = []
    /// The reason why a sign-out failed; the account is still there.
    public private(set) var failure: Failure?
    /// The page that ends the provider's own session; until the front shows it, the next sign-in may need no password.
    public private(set) var sessionPage: URL?
    /// The reason why the provider did not end its session or did not revoke the refresh token, which may stay valid.
    public private(set) var sessionFailure: Failure?
    /// The account that a person chose for the pages, also one that was not loaded yet.
    public private(set) var chosen: Account.ID?
    /// The account whose sign-out failed.
    private(set) var stuck: Account.ID?
    private var loads = 0

    /// Creates the state before anything was loaded.
    public init() {}

    /// The account that pages use: the chosen one, otherwise the latest sign-in.
    public var current: Account? {
        let staying = (phase.content ?? []).filter { !leaving.contains($0.id) }
        return staying.first { $0.id == chosen } ?? staying.first
    }

    /// Starts loading the accounts; the shown ones stay until the result arrives.
    ///
    /// - Returns: The number of this load.
    public mutating func load() -> Int {
        loads += 1
        if phase.content == nil, phase != .empty { phase = .busy }
        return loads
    }

    /// Takes the loaded accounts; only the latest load counts.
    public mutating func loaded(_ accounts: [Account], for load: Int) {
        if load == loads { phase = accounts.isEmpty ? .empty : .content(accounts) }
    }

    /// Records that the accounts could not be read.
    public mutating func loadFailed(_ error: any Error, for load: Int) {
        if load == loads { phase = Phase(error) }
    }

    /// Chooses the account that pages use.
    public mutating func choose(_ account: Account.ID) { chosen = account }

    /// Adds an account that has just signed in, and chooses it.
    public mutating func add(_ account: Account) {
        phase = .content([account] + (phase.content ?? []).filter { $0.id != account.id })
        chosen = account.id
        // The result of an earlier load may lack this account.
        loads += 1
    }

    /// Starts the sign-out of an account.
    ///
    /// - Returns: The account; `nil` if it is not there or its sign-out is in progress.
    public mutating func signOut(_ account: Account.ID) -> Account? {
        guard let leaver = phase.content?.first(where: { $0.id == account }), leaving.insert(account).inserted
        else { return nil }
        dismissFailure()
        sessionPage = nil
        return leaver
    }

    /// Records the sign-out of an account.
    public mutating func signedOut(_ account: Account.ID, _ outcome: SignOut) {
        leaving.remove(account)
        if case .open(let page) = outcome.session { sessionPage = page }
        sessionFailure = outcome.failure.map { Failure($0).afterSignOut }
        if chosen == account { chosen = nil }
        let staying = (phase.content ?? []).filter { $0.id != account }
        phase = staying.isEmpty ? .empty : .content(staying)
        // The result of an earlier load may still hold this account.
        loads += 1
    }

    /// Records that a sign-out failed.
    public mutating func signOutFailed(_ error: any Error, of account: Account.ID) {
        leaving.remove(account)
        guard !(error is CancellationError) else { return }
        (failure, stuck) = (Failure(error), account)
    }

    /// Records that the person has read the failures.
    public mutating func dismissFailure() {
        (failure, stuck) = (nil, nil)
        sessionFailure = nil
    }

    /// Records that the front showed the page that ends the provider's session.
    public mutating func sessionPageShown() { sessionPage = nil }
}
