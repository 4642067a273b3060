// SPDX-License-Identifier: Apache-2.0
public import OAuth

extension TokenValidator {
    /// Validates a logout token that the provider posted to a web app because a person signed out.
    ///
    /// - Parameters:
    ///   - token: The form's `logout_token`.
    ///   - clientID: The app that it must be for.
    /// - Returns: The person or the session to sign out.
    /// - Throws: ``Refusal`` with one code for each rule; the web app answers it with status 400. `ServerError` and
    ///   `TransportError` where the keys cannot be fetched.
    ///
    /// OpenID Connect Back-Channel Logout 1.0 §2.6
    public func validateLogoutToken(_ token: Redacted<String>, for clientID: String) async throws -> LogoutToken {
        try LogoutTokenJudge(clientID: clientID, provider: provider, times: times)
            .logoutToken(from: try await verified(token), now: now())
    }
}
