// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import OAuth
public import Provider

/// The sign-in, from a client registration to a stored account.
///
/// Read ``signIn(with:options:)`` from top to bottom: each line is a step, and names the type to open next.
public struct SignInFlow: Sendable {
    /// The app, as the provider knows it.
    public let registration: ClientRegistration
    /// How the provider departs from the standard.
    public let rules: ProviderRules
    /// What sends the requests.
    public let transport: any Transport
    /// Where the account is kept.
    public let accounts: AccountStore
    /// The clock.
    public let now: @Sendable () -> Date
    /// Where unguessable values come from.
    public let random: RandomSource

    /// Creates a flow.
    public init(
        _ registration: ClientRegistration, rules: ProviderRules = .standard, over transport: any Transport,
        keepingIn accounts: AccountStore, now: @escaping @Sendable () -> Date = { Date() },
        random: RandomSource = .system
    ) {
        self.registration = registration
        self.rules = rules
        self.transport = transport
        self.accounts = accounts
        self.now = now
        self.random = random
    }

    /// Signs a person in and keeps the account.
    ///
    /// - Parameters:
    ///   - agent: What shows the provider's pages.
    ///   - options: What the person should see.
    /// - Returns: The account, already stored.
    /// - Throws: ``Refusal`` for what we refuse, `ServerError` for what the provider refuses, `TransportError` where
    ///   nobody answers, `AccountStorageError` where it cannot be kept, `CancellationError` when the person gives up.
    ///
    /// OpenID Connect Core §3.1
    public func signIn(with agent: some UserAgent, options: SignInOptions = SignInOptions()) async throws -> Account {
        try await accounts.storage.prepare()
        let provider = try await discover()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        let request = authorizationRequest(to: provider, redirectURI: visit.redirectURI, options: options)
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request, at: provider)
    }

    /// Asks the provider what it is.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`.
    public func discover() async throws -> IdentityProvider {
        try await IdentityProvider.discover(
            registration.issuer, metadataURL: registration.metadataURL, rules: rules, over: transport, now: now)
    }

    /// The request to open in the person's browser; a web app keeps it in the person's session.
    ///
    /// - Parameters:
    ///   - provider: The provider that was discovered.
    ///   - redirectURI: Where the answer will be received.
    ///   - scopes: What to ask for besides the registration's scopes.
    ///   - options: What the person should see.
    /// - Returns: The request, with fresh secrets in it.
    public func authorizationRequest(
        to provider: IdentityProvider, redirectURI: RedirectURI, scopes: ScopeSet = [],
        options: SignInOptions = SignInOptions()
    ) -> AuthorizationRequest {
        AuthorizationRequest(
            registration, endpoint: provider.metadata.authorizationEndpoint, issuer: provider.metadata.issuer,
            expectsIssuer: provider.metadata.sendsIssuerInRedirect, redirectURI: redirectURI, scopes: scopes,
            options: options, random: random)
    }

    /// The second half, for a web app whose user agent is the next HTTP request.
    ///
    /// - Parameters:
    ///   - redirect: The address that the browser came to.
    ///   - request: The request that it answers, from the person's own session.
    ///   - provider: The provider that was asked.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``.
    public func finish(
        _ redirect: URL, answering request: AuthorizationRequest, at provider: IdentityProvider
    ) async throws -> Account {
        try await finish(redirect, answering: request, at: provider, continuing: nil, asking: request.scopes)
    }

    /// Finishes a sign-in, or one that continues an account.
    ///
    /// - Parameters:
    ///   - redirect: The address that the browser came to.
    ///   - request: The request that it answers.
    ///   - provider: The provider that was asked.
    ///   - account: Who must come back; anybody if none is given.
    ///   - scopes: What the tokens are asked for with.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``; ``Refusal`` (`subjectMismatch`) if somebody else comes back.
    func finish(
        _ redirect: URL, answering request: AuthorizationRequest, at provider: IdentityProvider,
        continuing account: Account?, asking scopes: ScopeSet
    ) async throws -> Account {
        let response = try rules.explaining(asking: request.scopes) {
            try AuthorizationResponse(redirect, answering: request)
        }
        let tokens = try await exchange(response, asking: scopes, at: provider)
        let identity = try await TokenValidator(provider, now: now).identity(of: tokens, answering: response)
        try account?.identity.checkContinued(by: identity)
        return try await accounts.keep(
            identity, tokens, for: registration, scopes: scopes, continuing: account != nil, signedInAt: now())
    }

    private func exchange(
        _ response: AuthorizationResponse, asking scopes: ScopeSet, at provider: IdentityProvider
    ) async throws -> TokenResponse {
        let request = TokenRequest(redeeming: response, for: registration, scopes: scopes)
        return try await TokenEndpoint(of: provider, transport: transport).answer(to: request)
    }
}
