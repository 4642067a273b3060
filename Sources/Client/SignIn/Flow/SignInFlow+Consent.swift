// SPDX-License-Identifier: Apache-2.0
public import OAuth
import Provider

extension SignInFlow {
    /// Lets a signed-in person consent to more, and keeps the new tokens in the same account.
    ///
    /// It serves the next action `consent` and, with `nil` as prompt, `secondFactor`. A web app gives
    /// ``authorizationRequest(redirectURI:scopes:options:responseMode:)`` the scopes, and
    /// ``finish(_:answering:extending:)`` the account.
    ///
    /// - Parameters:
    ///   - account: The account; the same person must sign in.
    ///   - scopes: The permissions, all of one API; the request names those of the registration too.
    ///   - agent: Shows the provider's pages.
    ///   - prompt: The step that the provider must show; `nil` leaves that to the provider.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``; ``Refusal`` (`subjectMismatch` if another person signs in,
    ///   `registrationUnknown` for an account of another registration). The account is then as it was.
    public func extend(
        _ account: Account, by scopes: ScopeSet, with agent: some UserAgent, prompt: SignInOptions.Prompt? = .consent
    ) async throws -> Account {
        try check(account)
        let provider = try await prepare()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        let request = try request(
            to: provider, redirectURI: visit.redirectURI, scopes: scopes,
            options: SignInOptions(prompt: prompt, loginHint: account.identity.username))
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request, extending: account)
    }
}
