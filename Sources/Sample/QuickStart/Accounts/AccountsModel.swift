// SPDX-License-Identifier: Apache-2.0
public import Observation
public import SignIn

/// The accounts of one registration for a front.
@MainActor @Observable public final class AccountsModel {
    /// What to show.
    public private(set) var state = AccountsState()
    @ObservationIgnored private let source: any AccountsSource

    /// Creates a list that was not loaded yet.
    public init(_ source: any AccountsSource) { self.source = source }

    /// Asks for the accounts.
    public func load() async {
        let load = state.load()
        do { state.loaded(try await source.accounts(), for: load) } catch { state.loadFailed(error, for: load) }
    }

    /// Makes an account the one that pages use.
    public func choose(_ account: Account.ID) { state.choose(account) }

    /// Takes in an account that was just signed in.
    public func add(_ account: Account) { state.add(account) }

    /// Signs an account out; if that fails, it stays.
    public func signOut(_ account: Account.ID) async {
        guard let leaver = state.signOut(account) else { return }
        do {
            state.signedOut(account, try await source.signOut(leaver))
        } catch {
            state.signOutFailed(error, of: account)
        }
    }

    /// Takes note that the page that ends the provider's session was shown.
    public func sessionPageShown() { state.sessionPageShown() }

    /// Leaves what failed.
    public func dismissFailure() { state.dismissFailure() }
}
