// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The accounts of one registration, as they are kept on this machine.
public struct StoredAccounts: AccountsSource {
    private let connection: AppConnection

    /// Creates a source.
    public init(_ connection: AppConnection) { self.connection = connection }

    /// The accounts, the latest sign-in first.
    ///
    /// - Throws: `AccountStorageError`.
    public func accounts() async throws -> [Account] {
        try await connection.accounts.accounts(of: connection.settings.registration)
    }

    /// Forgets an account and its tokens on this machine; the provider is not told.
    ///
    /// - Throws: `AccountStorageError`.
    public func signOut(_ account: Account.ID) async throws { try await connection.accounts.remove(account) }
}
