// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import Provider

extension SignInFlow {
    /// Lets a person who is signed in agree to more, and keeps the new tokens in the same account.
    ///
    /// It answers the next action `consent`; with `nil` as prompt, it answers `secondFactor`.
    ///
    /// - Parameters:
    ///   - account: Who must come back.
    ///   - scopes: The permissions, all of one API; those that the registration names stay asked for.
    ///   - agent: What shows the provider's pages.
    ///   - prompt: What the provider must show; `nil` lets it show no more than it needs.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``; ``Refusal`` (`subjectMismatch`) if somebody else comes back. The account
    ///   is then as it was.
    public func extend(
        _ account: Account, by scopes: ScopeSet, with agent: some UserAgent, prompt: SignInOptions.Prompt? = .consent
    ) async throws -> Account {
        let provider = try await prepare()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        let request = try authorizationRequest(
            to: provider, redirectURI: visit.redirectURI, scopes: scopes,
            options: SignInOptions(prompt: prompt, loginHint: account.identity.username))
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request, at: provider, extending: account, by: scopes)
    }

    /// The second half, for a web app whose user agent is the next HTTP request.
    ///
    /// - Parameters:
    ///   - redirect: The address that the browser came to.
    ///   - request: The request that it answers, from the person's own session.
    ///   - provider: The provider that was asked.
    ///   - account: Who must come back.
    ///   - scopes: The permissions that were asked for besides those of the registration.
    /// - Returns: The account, already stored.
    /// - Throws: As ``extend(_:by:with:prompt:)``.
    public func finish(
        _ redirect: URL, answering request: AuthorizationRequest, at provider: IdentityProvider,
        extending account: Account, by scopes: ScopeSet
    ) async throws -> Account {
        // The page may ask for permissions of several APIs, a token is for one of them.
        try await finish(
            redirect, answering: request, at: provider, continuing: account,
            asking: registration.scopes.openIDConnectPart.union(scopes))
    }
}
