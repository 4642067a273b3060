// SPDX-License-Identifier: Apache-2.0
public import Foundation
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
    /// - Returns: The page that ends the provider's own session as well; `nil` if there is none to show.
    /// - Throws: Whatever the source throws; the account is still there then.
    func signOut(_ account: Account) async throws -> URL?
}
