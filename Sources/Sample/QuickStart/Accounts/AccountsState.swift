// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import SignIn

/// The accounts of one registration as a value.
public struct AccountsState: Sendable, Hashable {
    /// The accounts, latest sign-in first.
    public private(set) var phase: Phase<[Account]> = .idle
    /// The accounts with a sign-out in progress.
    public private(set) var leaving: Set<Account.ID> = []
    /// Why a sign-out failed; the account still exists.
    public private(set) var failure: Failure?
    /// The page that ends the provider's session; until it is shown, the next sign-in may need no password.
    public private(set) var sessionPage: URL?
    /// Why the provider did not end its session or revoke the refresh token, which may still be valid.
    public private(set) var sessionFailure: Failure?
    /// The account that the user chose for the pages, even if it is not loaded.
    public private(set) var chosen: Account.ID?
    private(set) var stuck: Account.ID?
    private var loads = 0

    /// Creates the state before anything was loaded.
    public init() {}

    /// The account that pages use: the chosen one, otherwise the latest sign-in.
    public var current: Account? {
        let staying = (phase.content ?? []).filter { !leaving.contains($0.id) }
        return staying.first { $0.id == chosen } ?? staying.first
    }

    /// Starts loading, and returns the number of this load; displayed accounts stay until the result arrives.
    public mutating func load() -> Int {
        loads += 1
        if phase.content == nil, phase != .empty { phase = .busy }
        return loads
    }

    /// Stores the loaded accounts; only the latest load counts.
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

    /// Starts a sign-out; `nil` if the account is unknown, or its sign-out is in progress.
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
        // The result of an earlier load may still contain this account.
        loads += 1
    }

    /// Records that a sign-out failed.
    public mutating func signOutFailed(_ error: any Error, of account: Account.ID) {
        leaving.remove(account)
        guard !(error is CancellationError) else { return }
        (failure, stuck) = (Failure(error), account)
    }

    /// Removes the failures.
    public mutating func dismissFailure() {
        (failure, stuck) = (nil, nil)
        sessionFailure = nil
    }

    /// Records that the page that ends the provider's session was shown.
    public mutating func sessionPageShown() { sessionPage = nil }
}
