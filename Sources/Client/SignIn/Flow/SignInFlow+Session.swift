// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPMessages
import HTTPTransport
public import OAuth
public import Provider

extension SignInFlow {
    /// The tokens of an account that was signed in with this flow, now or in an earlier run of the program.
    public func session(of account: Account) -> some AccessTokenSource {
        AccountSession(account, of: registration, keptIn: accounts)
    }

    /// A transport to one API that carries an account's token.
    ///
    /// - Parameters:
    ///   - account: The account that the tokens are for.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: An address of the API; tokens go only to its scheme, host and port.
    /// - Returns: The transport, for any client of that API.
    public func authorizedTransport(for account: Account, scopes: ScopeSet, to api: URL) -> AuthorizedTransport {
        AuthorizedTransport(session(of: account), scopes: scopes, to: api, over: accounts.transport)
    }

    /// A transport to one API that carries an account's token, and lets the person answer the API's challenges.
    ///
    /// The person answers what a refresh cannot: claims, another authentication, or more permissions. Then the request
    /// is sent once more. Requests that wait for the same demand share one visit.
    ///
    /// - Parameters:
    ///   - account: The account that the tokens are for; the same person must answer.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: An address of the API; tokens go only to its scheme, host and port.
    ///   - agent: Shows the provider's pages.
    ///   - addable: Further permissions that the API may ask for; a demand for others is not answered.
    /// - Returns: The transport; beside its own errors, it throws those of ``extend(_:by:with:options:)``.
    public func authorizedTransport(
        for account: Account, scopes: ScopeSet, to api: URL, answeringChallengesWith agent: some UserAgent,
        adding addable: ScopeSet = []
    ) -> AuthorizedTransport {
        AuthorizedTransport(
            session(of: account), scopes: scopes, to: api, over: accounts.transport, adding: addable
        ) { answer, permissions in
            _ = try await extend(account, by: permissions, with: agent, options: answer.options)
        }
    }

    /// Lets a signed-in person consent to more, and keeps the new tokens in the same account.
    ///
    /// It serves the next action `consent` and, without a prompt, `secondFactor`. A web app gives
    /// ``authorizationRequest(redirectURI:scopes:options:responseMode:)`` the scopes, and
    /// ``finish(_:answering:extending:)`` the account.
    ///
    /// - Parameters:
    ///   - account: The account; the same person must sign in.
    ///   - scopes: The permissions, all of one API; the request names those of the registration too.
    ///   - agent: Shows the provider's pages.
    ///   - options: Options of the authorization request, such as the page to show; the name of the person is added.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``; ``Refusal`` (`subjectMismatch` if another person signs in,
    ///   `registrationUnknown` for an account of another registration). The account is then as it was.
    public func extend(
        _ account: Account, by scopes: ScopeSet, with agent: some UserAgent,
        options: SignInOptions = SignInOptions(prompt: .consent)
    ) async throws -> Account {
        try check(account)
        let provider = try await prepare()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        defer { withExtendedLifetime(visit) {} }
        var options = options
        options.loginHint = options.loginHint ?? account.identity.username
        let request = try await request(
            to: provider, redirectURI: visit.redirectURI, scopes: scopes, options: options,
            provingPossessionOf: try await heldKey(of: account))
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request, extending: account)
    }

    /// The claims that the provider has about a person now, beyond those of the ID token.
    ///
    /// - Parameter account: The person.
    /// - Returns: Claims about exactly that person.
    /// - Throws: ``Refusal`` (`userInfoUnsupported`, `userInfoMalformed`, `claimMissing`, `subjectMismatch`, those of a
    ///   signed reply, `signInRequired`); `ServerError`, `TransportError`, `AccountStorageError`.
    ///
    /// OpenID Connect Core §5.3
    public func userInfo(of account: Account) async throws -> UserInfo {
        let provider = try await discover()
        guard provider.metadata.userInfoEndpoint != nil else { throw UserInfoEndpoint.unsupported(by: provider) }
        // If each API needs a token of its own, the UserInfo endpoint needs the one for OpenID Connect's scopes alone.
        let scopes =
            provider.rules.sendsScopesToTokenEndpoint ? registration.scopes.openIDConnectPart : registration.scopes
        let token = try await session(of: account).presentable(for: scopes)
        return try await UserInfoEndpoint(
            of: provider, over: accounts.transport(for: registration), limitedTo: registration.allowedAlgorithms,
            time: accounts.time
        ).userInfo(of: account.identity, for: registration.clientID, with: token)
    }

    /// Adds the names that the provider sends at UserInfo alone to an account whose ID token has no name.
    ///
    /// - Returns: The account, unchanged if UserInfo has no name or does not answer within three seconds: the person is
    ///   signed in anyway.
    ///
    /// OpenID Connect Core §5.4
    package func naming(_ account: Account) async -> Account {
        let identity = account.identity
        guard identity.name == nil, registration.scopes.scopes.contains("profile"),
            let claims = try? await withDeadline(
                .seconds(3), naming: HTTPRequest(url: registration.issuer),
                {
                    try await userInfo(of: account).claims.values
                })
        else { return account }
        let names = claims.filter { Identity.claimsOfName.contains($0.key) && !identity.claims.has($0.key) }
        guard !names.isEmpty else { return account }
        let told = Identity(issuer: identity.issuer, subject: identity.subject, claims: Claims(names))
        return (try? await accounts.update(account.id, by: told)) ?? account
    }

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

    /// Asks the provider whether it accepts the client and its credentials, before a person is sent there.
    ///
    /// A provider shows the error of an unknown client only to the person, on a page. The revocation of a made-up token
    /// changes nothing (RFC 7009 §2.2), and the provider refuses it to an unknown client. Without a revocation endpoint
    /// there is no request.
    ///
    /// - Throws: `ServerError` (`invalidClient`, `unauthorizedClient`); the errors of discovery.
    package func checkClient() async throws {
        let provider = try await discover()
        guard let endpoint = provider.metadata.revocationEndpoint else { return }
        do {
            try await tokenEndpoint(of: provider).revoke(Redacted(random.text()), at: endpoint)
        } catch let error as ServerError where [.invalidClient, .unauthorizedClient].contains(error.code) {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // Any other error says nothing about the client.
        }
    }
}
