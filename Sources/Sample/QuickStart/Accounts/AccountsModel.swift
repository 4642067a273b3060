// SPDX-License-Identifier: Apache-2.0
import Observation
package import SignIn

/// The accounts of one registration, for a user interface.
@MainActor @Observable package final class AccountsModel {
    /// The state to show.
    package private(set) var state = AccountsState()
    @ObservationIgnored private let source: any AccountsSource

    /// Creates a list without content.
    package init(_ source: any AccountsSource) { self.source = source }

    /// Loads the accounts.
    package func load() async {
        let load = state.load()
        do { state.loaded(try await source.accounts(), for: load) } catch { state.loadFailed(error, for: load) }
    }

    /// Chooses the account that pages use.
    package func choose(_ account: Account.ID) { state.choose(account) }

    /// Adds an account that has just signed in.
    package func add(_ account: Account) { state.add(account) }

    /// Signs an account out; if that fails, the account stays.
    package func signOut(_ account: Account.ID) async {
        guard let leaver = state.signOut(account) else { return }
        do {
            state.signedOut(account, try await source.signOut(leaver))
        } catch {
            state.signOutFailed(error, of: account)
        }
    }

    /// Repeats the step that failed: a sign-out, otherwise loading.
    package func retry() async {
        if let account = state.stuck { await signOut(account) } else { await load() }
    }

    /// Records that the front showed the page that ends the provider's session.
    package func sessionPageShown() { state.sessionPageShown() }

    /// Removes the shown failures.
    package func dismissFailure() { state.dismissFailure() }
}
