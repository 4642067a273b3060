// SPDX-License-Identifier: Apache-2.0
public import OAuth
import Provider

extension SignInFlow {
    /// Lets a person who is signed in agree to more, and keeps the new tokens in the same account.
    ///
    /// It answers the next action `consent`; with `nil` as prompt, it answers `secondFactor`. A web app gives
    /// ``authorizationRequest(redirectURI:scopes:options:responseMode:)`` the scopes, and
    /// ``finish(_:answering:extending:)`` the account.
    ///
    /// - Parameters:
    ///   - account: Who must come back.
    ///   - scopes: The permissions, all of one API; those that the registration names stay asked for.
    ///   - agent: What shows the provider's pages.
    ///   - prompt: What the provider must show; `nil` lets it show no more than it needs.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``; ``Refusal`` (`subjectMismatch` if somebody else comes back,
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
