// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation
public import SignInProvider

/// A sign-in, from a client registration to a stored account.
///
/// Read ``signIn(with:options:)`` and then ``finish(_:answering:extending:)`` from top to bottom: each line is a step,
/// and names the type to open next.
///
/// ```swift
/// try await withAccounts(keptIn: storage) { accounts in
///     let flow = SignInFlow(registration, keepingIn: accounts)
///     let account = try await flow.signIn(with: agent)
///     await show("Hello, \(account.identity.name ?? "you")!")
/// }
/// ```
public struct SignInFlow: Sendable {
    /// The app's registration at the provider.
    public let registration: ClientRegistration
    /// The store for the account.
    public let accounts: AccountStore
    let random: RandomSource

    /// Creates a flow that stores accounts in a store, and uses its transport and clocks.
    public init(_ registration: ClientRegistration, keepingIn accounts: AccountStore) {
        self.init(registration, keepingIn: accounts, random: .system)
    }

    package init(_ registration: ClientRegistration, keepingIn accounts: AccountStore, random: RandomSource) {
        self.registration = registration
        self.accounts = accounts
        self.random = random
    }

    // MARK: The first half: to the provider's page

    /// Signs a user in, and stores the account.
    ///
    /// - Throws: ``Refusal`` if a check fails, `ServerError` if the provider rejects a request, `TransportError` if
    ///   there is no response, `AccountStorageError` if the account cannot be stored, an error of the user agent, or
    ///   `CancellationError` when the task is canceled. If the user gives up, it is `CancellationError`, or an error of
    ///   the user agent with ``NextAction/acceptCancellation``. If the user selects Cancel on the provider's page, it
    ///   is a `ServerError` with that action.
    ///
    /// OpenID Connect Core §3.1
    public func signIn(with agent: some UserAgent, options: SignInOptions = SignInOptions()) async throws -> Account {
        let provider = try await prepare()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        return try await signIn(on: visit, at: provider, options: options)
    }

    /// Signs a user in on a visit that is already listening; with an identity, it must be that user.
    package func signIn(
        on visit: any UserAgentVisit, at provider: IdentityProvider, options: SignInOptions = SignInOptions(),
        as identity: Identity? = nil
    ) async throws -> Account {
        // A visit on Apple systems keeps the app from being suspended until the tokens arrive.
        defer { withExtendedLifetime(visit) {} }
        var options = options
        options.loginHint = options.loginHint ?? identity?.username
        let request = try await request(to: provider, redirectURI: visit.redirectURI, options: options)
        let redirect = try await visit.open(request.url)
        return try await finish(request, extending: nil, as: identity) {
            try AuthorizationResponse(redirect, answering: request)
        }
    }

    /// Creates the request to open in the user's browser, with fresh secrets; a web app keeps it in the user's session.
    ///
    /// The scopes are requested in addition to the registration's, whose redirect URI is the default. The response mode
    /// `formPost` is for web apps.
    ///
    /// - Throws: ``Refusal`` (`authorizationEndpointMissing`, `proofKeyUnsupported`, `keySetMalformed`,
    ///   `pushedRequestUnsupported`, `pushedRequestMalformed`, `securityProfileUnmet`, those of the provider's
    ///   metadata); `ServerError`, `TransportError`; `AccountStorageError` if no account could be stored;
    ///   `CancellationError`.
    public func authorizationRequest(
        redirectURI: RedirectURI? = nil, scopes: ScopeSet = [], options: SignInOptions = SignInOptions(),
        responseMode: ResponseMode? = nil
    ) async throws -> AuthorizationRequest {
        try await request(
            to: try await prepare(), redirectURI: redirectURI ?? registration.redirectURI, scopes: scopes,
            options: options, responseMode: responseMode)
    }

    package func prepare() async throws -> IdentityProvider {
        try await accounts.prepareStorage()
        let provider = try await discover()
        if registration.bringsIDToken(from: provider.metadata) { try await provider.keys.prepare() }
        return provider
    }

    package func discover() async throws -> IdentityProvider {
        try await accounts.providers.provider(for: registration)
    }

    /// Returns the scopes that the provider advertises, perhaps not all that it has; empty if it advertises none.
    ///
    /// - Throws: ``Refusal``, `ServerError`, or `TransportError`, if the provider cannot be discovered.
    public func advertisedScopes() async throws -> [String] { try await discover().metadata.scopes }

    /// Returns whether the provider supports sign-in with a code on another device. RFC 8628 §4
    ///
    /// - Throws: As ``advertisedScopes()``.
    public func supportsDeviceCode() async throws -> Bool {
        try await discover().metadata.deviceAuthorizationEndpoint != nil
    }

    // MARK: The second half: from the redirect to the account

    /// Completes a sign-in with the URL that the browser was redirected to, and stores the account.
    ///
    /// The request comes from the user's own session. An `account` is extended with more permissions; `nil` accepts any
    /// user.
    ///
    /// - Throws: The same errors as ``signIn(with:options:)``; ``Refusal`` (`requestMismatch` for a request of another
    ///   registration, `registrationUnknown` for an account of another registration, `subjectMismatch` if another user
    ///   signs in).
    public func finish(
        _ redirect: Redacted<URL>, answering request: AuthorizationRequest, extending account: Account? = nil
    ) async throws -> Account {
        try await finish(request, extending: account, as: account?.identity) {
            try AuthorizationResponse(redirect, answering: request)
        }
    }

    /// Completes a sign-in with the form that the browser posted to a web app; see ``finish(_:answering:extending:)``.
    ///
    /// - Throws: The same errors as ``finish(_:answering:extending:)``.
    ///
    /// OAuth 2.0 Form Post Response Mode
    public func finish(
        form: FormParameters, answering request: AuthorizationRequest, extending account: Account? = nil
    ) async throws -> Account {
        try await finish(request, extending: account, as: account?.identity) {
            try AuthorizationResponse(form: form, answering: request)
        }
    }

    private func finish(
        _ request: AuthorizationRequest, extending account: Account?, as expected: Identity?,
        receiving response: () throws -> AuthorizationResponse
    ) async throws -> Account {
        let provider = try await provider(for: request, extending: account)
        let response = try provider.rules.explaining(asking: request.scopes, response)
        let scopes = account == nil ? request.scopes : scopes(extendingBy: request)
        // A web app may have changed the setting between the two halves.
        let key = request.dpopKey ?? (registration.dpopBoundAccessTokens ? DPoPKey() : nil)
        let tokens = try await redeem(response, asking: scopes, boundTo: key, at: provider)
        let identity = try await identity(in: tokens, boundTo: key, at: provider) { validator in
            try await validator.validateIDToken(in: tokens, answering: response)
        }
        try expected?.checkContinued(by: identity)
        return try await accounts.keep(
            identity, tokens, for: registration, scopes: scopes, boundTo: key, nonce: request.nonce,
            continuing: account != nil)
    }

    /// Checks that request and account belong to this registration: a web app may have several, and the session may
    /// hold a request of another.
    private func provider(
        for request: AuthorizationRequest, extending account: Account?
    ) async throws -> IdentityProvider {
        try account.map(check)
        let provider = try await discover()
        guard provider.metadata.issuerAskedFor == registration.issuer, request.clientID == registration.clientID,
            request.issuer == provider.metadata.issuer,
            request.endpoint == provider.metadata.authorizationEndpoint
        else {
            throw Refusal(
                .requestMismatch,
                "the response is to a request of a registration other than \(registration.name); start again")
        }
        return provider
    }

    func check(_ account: Account) throws {
        let own = AccountRecord(account.identity, registration: registration, signedInAt: account.signedInAt)
        guard own.id == account.id else {
            throw Refusal(
                .registrationUnknown,
                "the account belongs to the registration '\(account.registration)'; use that registration's flow")
        }
    }

    /// The authorization request may contain permissions of several APIs; an access token is for one.
    private func scopes(extendingBy request: AuthorizationRequest) -> ScopeSet {
        guard !request.additionalScopes.isEmpty else { return request.scopes }
        return registration.scopes.openIDConnectPart.union(request.additionalScopes)
    }

    /// RFC 6749 §4.1.3.
    private func redeem(
        _ response: AuthorizationResponse, asking scopes: ScopeSet, boundTo key: DPoPKey?, at provider: IdentityProvider
    ) async throws -> TokenResponse {
        let request = TokenRequest(
            redeeming: response, scopes: scopes, includingScope: provider.rules.sendsScopesToTokenEndpoint,
            claims: registration.claims(nil))
        return try await tokenEndpoint(of: provider, proving: key).send(request)
    }

    func identity(
        in tokens: TokenResponse, boundTo key: DPoPKey?, at provider: IdentityProvider,
        validating validated: (TokenValidator) async throws -> Identity
    ) async throws -> Identity {
        guard let profile = registration.oauthProvider?.profile else {
            guard registration.bringsIDToken(from: provider.metadata) else {
                return .unnamed(at: provider.metadata.issuer)
            }
            return try await validated(tokenValidator(of: provider))
        }
        guard let accessToken = tokens.accessToken else { throw TokenEndpoint.accessTokenMissing }
        return try await profile.identity(
            with: PresentableToken(accessToken, provedBy: key.map(accounts.providers.prover)),
            issuer: provider.metadata.issuer, rules: provider.rules, over: accounts.transport(for: registration),
            now: accounts.time.date())
    }

    func tokenValidator(of provider: IdentityProvider) -> TokenValidator {
        TokenValidator(provider, for: registration, time: accounts.time)
    }

    func tokenEndpoint(of provider: IdentityProvider, proving key: DPoPKey? = nil) -> TokenEndpoint {
        TokenEndpoint(
            of: provider, for: registration, over: accounts.transport(for: registration),
            proving: key.map(accounts.providers.prover), time: accounts.time)
    }
}
