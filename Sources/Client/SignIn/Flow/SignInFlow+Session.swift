// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
public import OAuthMessages
public import PortableFoundation
public import SignInProvider

extension SignInFlow {
    /// Returns the tokens of an account that signed in with this flow, in this run of the program or an earlier one.
    public func session(of account: Account) -> some AccessTokenSource {
        AccountSession(account, of: registration, keptIn: accounts)
    }

    /// Returns a transport to one API that adds an account's token; tokens go only to the scheme, host, and port of
    /// `api`.
    public func authorizedTransport(for account: Account, scopes: ScopeSet, to api: URL) -> AuthorizedTransport {
        AuthorizedTransport(session(of: account), scopes: scopes, to: api, over: accounts.transport)
    }

    /// Returns a transport to one API that adds an account's token, and lets the user answer the API's challenges.
    ///
    /// The account's user must answer, but only if a refresh is not enough: for claims, another authentication, or more
    /// permissions, which must be among `addable`. Then the request is resent once. Requests that wait for the same
    /// challenge share one visit. Tokens go only to the scheme, host, and port of `api`. The transport also throws the
    /// errors of ``extend(_:by:with:options:)``.
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

    /// Lets a signed-in user consent to more permissions of one API, and stores the new tokens in the same account.
    ///
    /// Use it for the next action `consent` and, without a prompt, for `secondFactor`. The registration's scopes are
    /// requested too, with the user's name as a login hint. A web app passes the scopes to
    /// ``authorizationRequest(redirectURI:scopes:options:responseMode:)``, and the account to
    /// ``finish(_:answering:extending:)``.
    ///
    /// - Throws: The same errors as ``signIn(with:options:)``; ``Refusal`` (`subjectMismatch` if another user signs in,
    ///   `registrationUnknown` for an account of another registration). On error, the account is unchanged.
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

    /// Returns the provider's current claims about a user, beyond those in the ID token, validated to be about that
    /// user.
    ///
    /// - Throws: ``Refusal`` (`userInfoUnsupported`, `userInfoMalformed`, `claimMissing`, `subjectMismatch`, those of a
    ///   signed reply, `signInRequired`); `ServerError`, `TransportError`, `AccountStorageError`.
    ///
    /// OpenID Connect Core §5.3
    public func userInfo(of account: Account) async throws -> UserInfo {
        let provider = try await discover()
        guard provider.metadata.userInfoEndpoint != nil else { throw provider.userInfoUnsupported }
        // If each API needs its own token, the UserInfo endpoint needs the one for OpenID Connect's scopes alone.
        let scopes =
            provider.rules.sendsScopesToTokenEndpoint
            ? registration.scopes.openIDConnectPart : registration.scopes.granted(in: account.grantedScopes)
        let token = try await session(of: account).presentable(for: scopes)
        return try await tokenValidator(of: provider).userInfo(
            of: account.identity, for: registration.clientID, with: token,
            over: accounts.transport(for: registration))
    }

    /// Adds names that only UserInfo returns to an account whose ID token has no name.
    ///
    /// The account stays unchanged if UserInfo has no name, or does not respond within three seconds: the user is
    /// signed in anyway. OpenID Connect Core §5.4
    package func naming(_ account: Account) async -> Account {
        let identity = account.identity
        guard identity.name == nil, registration.scopes.scopes.contains("profile"),
            let claims = try? await withDeadline(
                .seconds(3), naming: HTTPRequest(url: registration.issuer),
                {
                    try await userInfo(of: account).claims.values
                })
        else { return account }
        let names = claims.filter {
            Identity.claimsOfName.contains($0.key) && identity.claims.text($0.key) == nil
        }
        guard !names.isEmpty else { return account }
        let told = Identity(issuer: identity.issuer, subject: identity.subject, claims: Claims(names))
        return (try? await accounts.update(account.id, by: told)) ?? account
    }

    /// Validates the form's `logout_token`, which the provider posted to a web app because a user signed out.
    ///
    /// After ending the session, respond with status 200.
    ///
    /// - Throws: ``Refusal``, with a separate code for each rule: respond with status 400. `ServerError` or
    ///   `TransportError` if the provider cannot be reached.
    ///
    /// OpenID Connect Back-Channel Logout 1.0 §2.6
    public func validateLogoutToken(_ token: Redacted<String>) async throws -> LogoutToken {
        try await tokenValidator(of: discover())
            .validateLogoutToken(token, for: registration.clientID)
    }

    /// The usual time limit of ``checkClient(within:)``.
    public static let checkLimit: Duration = .seconds(5)

    /// Checks that the provider accepts the client and its credentials, before a user is sent there.
    ///
    /// A provider shows the error of an unknown client only to the user, on a page. The revocation of an invented token
    /// changes nothing (RFC 7009 §2.2), and the provider rejects it for an unknown client. Without a revocation
    /// endpoint, or if that supports none of the client's authentication methods, no request is sent. There is a time
    /// limit, because a sign-in does not need that endpoint.
    ///
    /// - Throws: `ServerError` (`invalidClient`, `unauthorizedClient`); the errors of discovery.
    public func checkClient(within limit: Duration = Self.checkLimit) async throws {
        let provider = try await discover()
        guard let endpoint = provider.metadata.revocationEndpoint else { return }
        do {
            _ = try await withDeadline(limit, naming: HTTPRequest(url: endpoint)) {
                try await tokenEndpoint(of: provider).revoke(Redacted(random.text()), at: endpoint)
            }
        } catch let error as ServerError
            where [.invalidClient, .unauthorizedClient].contains(error.code) && !error.isDecidedByStatus
        {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // Any other error says nothing about the client.
        }
    }
}

extension SignInFlow {
    package func idToken(of account: Account) async throws -> Redacted<String> {
        let record = try await accounts.storage.record(account.id)
        let now = accounts.time.date()
        if let token = record?.idToken(at: now) { return token }
        // A refresh may return a new ID token too.
        let scopes = registration.scopes.granted(in: record?.grantedScopes ?? [])
        _ = try await session(of: account).accessToken(
            for: scopes, rejected: record?.token(for: scopes, as: registration.tokenTraits)?.accessToken)
        guard let token = try await accounts.storage.record(account.id)?.idToken(at: now) else {
            throw Refusal(.signInRequired, "the identity provider returned no new ID token; sign in there again")
        }
        return token
    }
}

extension AccountRecord {
    fileprivate func idToken(at now: Date) -> Redacted<String>? {
        Claims(claims).date("exp").flatMap { $0 > now ? idToken : nil }
    }
}
