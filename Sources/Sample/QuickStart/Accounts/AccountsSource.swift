// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// Where the accounts of one registration are.
public protocol AccountsSource: Sendable {
    /// The accounts, the latest sign-in first.
    ///
    /// - Throws: Whatever the source throws.
    func accounts() async throws -> [Account]

    /// Signs an account out.
    ///
    /// - Parameter account: The account.
    /// - Returns: What became of the provider's own session.
    /// - Throws: Whatever the source throws; the account is still there then.
    func signOut(_ account: Account) async throws -> SignOut
}
