// SPDX-License-Identifier: Apache-2.0
package import SignIn

/// Shows the provider's pages.
package protocol SignInSource: Sendable {
    /// Signs a person in.
    ///
    /// - Throws: `CancellationError` when the person cancels; `ServerError`, with the `nextAction` to switch the user
    ///   flow for a forgotten password; other errors of the source.
    func signIn(_ wish: SignInWish) async throws -> Account

    /// Lets the person change the account.
    ///
    /// - Throws: As ``signIn(_:)``.
    func show(_ change: AccountChange) async throws
}
