// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SignIn

/// The accounts of one registration as a value.
public struct AccountsState: Sendable, Hashable {
    /// The accounts, the latest sign-in first.
    public private(set) var phase: Phase<[Account]> = .idle
    /// Accounts that are being signed out.
    public private(set) var leaving: Set<Account.ID> = []
    /// Why an account could not be signed out; it is still there.
    public private(set) var failure: Failure?
    /// The page that ends the provider's own session after a sign-out; until it is shown, the next sign-in may ask
    /// nothing.
    public private(set) var sessionPage: URL?
    /// Why the provider did not end its session, or did not revoke the refresh token, so that either may go on.
    public private(set) var sessionFailure: Failure?
    private var chosen: Account.ID?
    private var loads = 0

    /// Creates a list that was not loaded yet.
    public init() {}

    /// The account that pages use: the one that was chosen, else the latest sign-in.
    public var current: Account? {
        let staying = (phase.content ?? []).filter { !leaving.contains($0.id) }
        return staying.first { $0.id == chosen } ?? staying.first
    }

    /// Asks for the accounts; those that are shown stay until the answer comes.
    ///
    /// - Returns: The number of the question.
    public mutating func load() -> Int {
        loads += 1
        if phase.content == nil { phase = .busy }
        return loads
    }

    /// Takes the accounts; only the answer to the latest question counts.
    public mutating func loaded(_ accounts: [Account], for load: Int) {
        if load == loads { phase = accounts.isEmpty ? .empty : .content(accounts) }
    }

    /// Notes that the accounts could not be read.
    public mutating func loadFailed(_ error: any Error, for load: Int) {
        if load == loads { phase = Phase(error) }
    }

    /// Makes an account the one that pages use.
    public mutating func choose(_ account: Account.ID) { chosen = account }

    /// Takes in an account that was just signed in; it becomes the one that pages use.
    public mutating func add(_ account: Account) {
        phase = .content([account] + (phase.content ?? []).filter { $0.id != account.id })
        chosen = account.id
        // An answer on its way may not know this account yet.
        loads += 1
    }

    /// Begins to sign an account out.
    ///
    /// - Returns: The account; `nil` if it is not there or on its way out already.
    public mutating func signOut(_ account: Account.ID) -> Account? {
        guard let leaver = phase.content?.first(where: { $0.id == account }), leaving.insert(account).inserted
        else { return nil }
        failure = nil
        sessionPage = nil
        sessionFailure = nil
        return leaver
    }

    /// Takes note that an account is signed out.
    public mutating func signedOut(_ account: Account.ID, _ outcome: SignOut) {
        leaving.remove(account)
        if case .open(let page) = outcome.session { sessionPage = page }
        sessionFailure = outcome.failure.map { Failure($0) }
        if chosen == account { chosen = nil }
        let staying = (phase.content ?? []).filter { $0.id != account }
        phase = staying.isEmpty ? .empty : .content(staying)
        // An answer on its way may still hold this account.
        loads += 1
    }

    /// Takes note that an account could not be signed out.
    public mutating func signOutFailed(_ error: any Error, of account: Account.ID) {
        leaving.remove(account)
        if !(error is CancellationError) { failure = Failure(error) }
    }

    /// Takes note that the person has read the failures.
    public mutating func dismissFailure() {
        failure = nil
        sessionFailure = nil
    }

    /// Takes note that the page that ends the provider's session was shown.
    public mutating func sessionPageShown() { sessionPage = nil }
}
