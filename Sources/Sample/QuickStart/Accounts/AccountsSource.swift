// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The source of the accounts of one registration.
public protocol AccountsSource: Sendable {
    /// Returns the accounts, latest sign-in first.
    func accounts() async throws -> [Account]

    /// Signs an account out, and returns the outcome for the provider's session; on an error, the account stays.
    func signOut(_ account: Account) async throws -> SignOut
}

/// The accounts of one registration in this machine's storage.
public struct StoredAccounts: AccountsSource {
    private let connection: AppConnection
    private let end: @Sendable (SignOut) async throws -> SignOut

    /// Creates a source for a user interface that shows the page that ends the provider's session.
    public init(_ connection: AppConnection) {
        self.connection = connection
        end = { $0 }
    }

    /// Creates a source; `agent` shows the page that ends the provider's session.
    public init(_ connection: AppConnection, endingSessionsWith agent: some UserAgent) {
        self.connection = connection
        end = { try await connection.flow.endSession(after: $0, with: agent) }
    }

    /// Returns the accounts, latest sign-in first.
    public func accounts() async throws -> [Account] {
        try await connection.accounts.accounts(of: connection.settings.registration)
    }

    /// Removes an account and its tokens from this machine, and ends the provider's session or returns its page.
    public func signOut(_ account: Account) async throws -> SignOut {
        try await end(connection.flow.signOut(account))
    }
}
