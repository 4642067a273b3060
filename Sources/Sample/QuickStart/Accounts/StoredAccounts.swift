// SPDX-License-Identifier: Apache-2.0
package import SignIn

/// The accounts of one registration in this machine's storage.
package struct StoredAccounts: AccountsSource {
    private let connection: AppConnection

    /// Creates a source.
    package init(_ connection: AppConnection) { self.connection = connection }

    /// The accounts, the latest sign-in first.
    ///
    /// - Throws: `AccountStorageError`.
    package func accounts() async throws -> [Account] {
        try await connection.accounts.accounts(of: connection.settings.registration)
    }

    /// Removes an account and its tokens from this machine, and finds the page that ends the provider's own session.
    ///
    /// - Parameter account: The account.
    /// - Returns: The page, or the reason why there is none.
    /// - Throws: `AccountStorageError`; `CancellationError`.
    package func signOut(_ account: Account) async throws -> SignOut {
        try await connection.flow.signOut(account)
    }
}

extension Account {
    /// The name for pages; a provider may give none.
    package var shownName: String { identity.name ?? identity.username ?? identity.subject }
}
