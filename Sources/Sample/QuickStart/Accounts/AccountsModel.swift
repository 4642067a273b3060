// SPDX-License-Identifier: Apache-2.0
public import Observation
public import SignIn

/// The accounts of one registration, for a user interface.
@MainActor @Observable public final class AccountsModel {
    /// The state to show.
    public private(set) var state = AccountsState()
    @ObservationIgnored private let source: any AccountsSource

    /// Creates the model over the accounts of one registration.
    public init(_ source: any AccountsSource) { self.source = source }

    /// Loads the accounts.
    public func load() async {
        let load = state.load()
        do { state.loaded(try await source.accounts(), for: load) } catch { state.loadFailed(error, for: load) }
    }

    /// Chooses the account that pages use.
    public func choose(_ account: Account.ID) { state.choose(account) }

    /// Adds an account that has just signed in.
    public func add(_ account: Account) { state.add(account) }

    /// Signs an account out; if that fails, the account stays.
    public func signOut(_ account: Account.ID) async {
        guard let leaver = state.signOut(account) else { return }
        do {
            state.signedOut(account, try await source.signOut(leaver))
        } catch {
            state.signOutFailed(error, of: account)
        }
    }

    /// Repeats the failed step: a sign-out, otherwise loading.
    public func retry() async {
        if let account = state.stuck { await signOut(account) } else { await load() }
    }

    /// Records that the front showed the page that ends the provider's session.
    public func sessionPageShown() { state.sessionPageShown() }

    /// Removes the shown failures.
    public func dismissFailure() { state.dismissFailure() }
}
