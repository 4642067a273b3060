// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import Provider

/// The sign-in, from a client registration to a stored account.
///
/// Read ``signIn(with:options:)`` from top to bottom: each line is a step, and names the type to open next.
public struct SignInFlow: Sendable {
    /// The app, as the provider knows it.
    public let registration: ClientRegistration
    /// Where the account is kept.
    public let accounts: AccountStore
    /// Where unguessable values come from.
    public let random: RandomSource

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - registration: The app, as the provider knows it.
    ///   - accounts: Where the account is kept; it knows what sends the requests, and the time.
    ///   - random: Where unguessable values come from.
    public init(_ registration: ClientRegistration, keepingIn accounts: AccountStore, random: RandomSource = .system) {
        self.registration = registration
        self.accounts = accounts
        self.random = random
    }

    /// Signs a person in and keeps the account.
    ///
    /// - Parameters:
    ///   - agent: What shows the provider's pages.
    ///   - options: What the person should see.
    /// - Returns: The account, already stored.
    /// - Throws: ``Refusal`` for what we refuse, `ServerError` for what the provider refuses, `TransportError` where
    ///   nobody answers, `AccountStorageError` where it cannot be kept, an error of the user agent; `CancellationError`
    ///   when the person closes the browser or the task is cancelled. Who presses Cancel on the provider's page causes
    ///   a `ServerError` with ``NextAction/acceptCancellation``.
    ///
    /// OpenID Connect Core §3.1
    public func signIn(with agent: some UserAgent, options: SignInOptions = SignInOptions()) async throws -> Account {
        let provider = try await prepare()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        let request = try authorizationRequest(to: provider, redirectURI: visit.redirectURI, options: options)
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request, at: provider)
    }

    /// Sees to it that nobody signs in in vain: that the account can be kept, and that the provider and its keys are
    /// there.
    func prepare() async throws -> IdentityProvider {
        try await accounts.storage.prepare()
        let provider = try await discover()
        try await provider.keys.prepare()
        return provider
    }

    /// Discovers the provider, unless the account store knows it.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`.
    public func discover() async throws -> IdentityProvider {
        try await accounts.providers.provider(for: registration)
    }

    /// The request to open in the person's browser; a web app keeps it in the person's session.
    ///
    /// - Parameters:
    ///   - provider: The provider that was discovered.
    ///   - redirectURI: Where the answer will be received.
    ///   - scopes: What to ask for besides the registration's scopes.
    ///   - options: What the person should see.
    ///   - responseMode: How the answer must travel; `formPost` is for web apps.
    /// - Returns: The request, with fresh secrets in it.
    /// - Throws: ``Refusal`` (`authorizationEndpointMissing`, `proofKeyUnsupported`).
    public func authorizationRequest(
        to provider: IdentityProvider, redirectURI: RedirectURI, scopes: ScopeSet = [],
        options: SignInOptions = SignInOptions(), responseMode: ResponseMode? = nil
    ) throws -> AuthorizationRequest {
        guard let endpoint = provider.metadata.authorizationEndpoint else {
            throw Refusal(
                .authorizationEndpointMissing,
                "\(provider.metadata.issuer) has no page at which people sign in; check the issuer")
        }
        guard provider.metadata.supportsProofKey else {
            throw Refusal(
                .proofKeyUnsupported,
                "\(provider.metadata.issuer) does not do PKCE with S256, without which codes can be stolen; report it "
                    + "to the provider")
        }
        return AuthorizationRequest(
            clientID: registration.clientID, scopes: registration.scopes.union(scopes),
            endpoint: endpoint, issuer: provider.metadata.issuer,
            expectsIssuer: provider.metadata.sendsIssuerInRedirect, redirectURI: redirectURI, options: options,
            responseMode: responseMode, random: random)
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
        let response = try provider.rules.explaining(asking: request.scopes) {
            try AuthorizationResponse(redirect, answering: request)
        }
        return try await finish(response, at: provider, continuing: account, asking: scopes)
    }

    /// Finishes a sign-in whose answer was checked.
    func finish(
        _ response: AuthorizationResponse, at provider: IdentityProvider, continuing account: Account? = nil,
        asking scopes: ScopeSet
    ) async throws -> Account {
        try check(response.request, isFor: provider)
        let tokens = try await exchange(response, asking: scopes, at: provider)
        let identity = try await identity(of: tokens, at: provider) {
            try await $0.identity(of: tokens, answering: response)
        }
        try account?.identity.checkContinued(by: identity)
        return try await accounts.keep(
            identity, tokens, for: registration, scopes: scopes, continuing: account != nil)
    }

    /// A web app may have several registrations, and a session in which somebody else's request was put.
    private func check(_ request: AuthorizationRequest, isFor provider: IdentityProvider) throws {
        guard provider.metadata.issuerAskedFor == registration.issuer, request.clientID == registration.clientID,
            request.issuer == provider.metadata.issuer,
            request.endpoint == provider.metadata.authorizationEndpoint
        else {
            throw Refusal(
                .requestMismatch,
                "the answer is to a request of another registration than \(registration.name); start again")
        }
    }

    private func exchange(
        _ response: AuthorizationResponse, asking scopes: ScopeSet, at provider: IdentityProvider
    ) async throws -> TokenResponse {
        let request = TokenRequest(
            redeeming: response, scopes: scopes, includingScope: provider.rules.sendsScopesToTokenEndpoint)
        return try await tokenEndpoint(of: provider).answer(to: request)
    }

    /// Who signed in: as the ID token says, or where the provider has none, as a call with the access token says.
    func identity(
        of tokens: TokenResponse, at provider: IdentityProvider,
        validating validated: (TokenValidator) async throws -> Identity
    ) async throws -> Identity {
        guard let profile = registration.oauthProvider?.profile else {
            return try await validated(TokenValidator(provider, now: accounts.time.date))
        }
        guard let accessToken = tokens.accessToken else { throw TokenEndpoint.accessTokenMissing }
        return try await profile.identity(
            with: accessToken, issuer: provider.metadata.issuer, rules: provider.rules, over: accounts.transport)
    }

    func tokenEndpoint(of provider: IdentityProvider) -> TokenEndpoint {
        TokenEndpoint(of: provider, for: registration, over: accounts.transport, time: accounts.time)
    }
}
