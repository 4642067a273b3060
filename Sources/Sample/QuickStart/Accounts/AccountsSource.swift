// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The source of the accounts of one registration.
public protocol AccountsSource: Sendable {
    /// The accounts, the latest sign-in first.
    ///
    /// - Throws: Errors of the source.
    func accounts() async throws -> [Account]

    /// Signs an account out.
    ///
    /// - Parameter account: The account.
    /// - Returns: The outcome for the provider's own session.
    /// - Throws: Errors of the source; the account then stays.
    func signOut(_ account: Account) async throws -> SignOut
}

/// The accounts of one registration in this machine's storage.
public struct StoredAccounts: AccountsSource {
    private let connection: AppConnection
    private let end: @Sendable (SignOut) async throws -> SignOut

    /// Creates a source for a user interface that shows the page that ends the provider's session itself.
    public init(_ connection: AppConnection) {
        self.connection = connection
        end = { $0 }
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - connection: The registration of the accounts.
    ///   - agent: Shows the page that ends the provider's session.
    public init(_ connection: AppConnection, endingSessionsWith agent: some UserAgent) {
        self.connection = connection
        end = { try await connection.flow.endSession(after: $0, with: agent) }
    }

    /// The accounts, the latest sign-in first.
    ///
    /// - Throws: `AccountStorageError`.
    public func accounts() async throws -> [Account] {
        try await connection.accounts.accounts(of: connection.settings.registration)
    }

    /// Removes an account and its tokens from this machine, and ends the provider's own session or finds its page.
    ///
    /// - Parameter account: The account.
    /// - Returns: The outcome for the session, with the page if it is still to be shown.
    /// - Throws: `AccountStorageError`; `CancellationError`.
    public func signOut(_ account: Account) async throws -> SignOut {
        try await end(connection.flow.signOut(account))
    }
}
