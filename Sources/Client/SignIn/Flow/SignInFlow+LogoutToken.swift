// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

extension SignInFlow {
    /// Validates a logout token that the provider posted to a web app because a person signed out.
    ///
    /// - Parameter token: The form's `logout_token`.
    /// - Returns: The session to end; end it, and answer with status 200.
    /// - Throws: ``Refusal`` with one code for each rule: answer with status 400. `ServerError` and `TransportError`
    ///   where the provider cannot be asked.
    ///
    /// OpenID Connect Back-Channel Logout 1.0 §2.6
    public func validateLogoutToken(_ token: Redacted<String>) async throws -> LogoutToken {
        try await tokenValidator(of: discover())
            .validateLogoutToken(token, for: registration.clientID)
    }
}
