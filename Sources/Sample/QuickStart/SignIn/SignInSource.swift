// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// Shows the provider's pages.
public protocol SignInSource: Sendable {
    /// Signs a person in.
    ///
    /// - Throws: `CancellationError` when the person gives up; `ServerError`, whose `nextAction` for a forgotten
    ///   password is to switch to the user flow for that; whatever else the source throws.
    func signIn(_ wish: SignInWish) async throws -> Account

    /// Lets the person choose a new password.
    ///
    /// - Throws: As ``signIn(_:)``.
    func resetPassword() async throws
}
