// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

extension SignInFlow {
    /// The second half, for a web app that asked for the answer as a form.
    ///
    /// - Parameters:
    ///   - form: The form that was posted to the redirect URI.
    ///   - request: The request that it answers, from the person's own session.
    ///   - provider: The provider that was asked.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``.
    ///
    /// OAuth 2.0 Form Post Response Mode
    public func finish(
        form: FormParameters, answering request: AuthorizationRequest, at provider: IdentityProvider
    ) async throws -> Account {
        let response = try provider.rules.explaining(asking: request.scopes) {
            try AuthorizationResponse(form: form, answering: request)
        }
        return try await finish(response, at: provider, asking: request.scopes)
    }
}
