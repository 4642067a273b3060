// SPDX-License-Identifier: Apache-2.0
package import SignIn

/// The source of the accounts of one registration.
package protocol AccountsSource: Sendable {
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
