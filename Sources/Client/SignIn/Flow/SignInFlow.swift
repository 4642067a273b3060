// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth
public import Provider

/// The sign-in, from a client registration to a stored account.
///
/// Read ``signIn(with:options:)`` from top to bottom, and then ``finish(_:answering:extending:)``: each line is a step,
/// and names the type to open next.
public struct SignInFlow: Sendable {
    /// The app, as the provider knows it.
    public let registration: ClientRegistration
    /// Where the account is kept.
    public let accounts: AccountStore
    /// Where unguessable values come from.
    let random: RandomSource

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
        let request = try request(to: provider, redirectURI: visit.redirectURI, options: options)
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request)
    }

    /// Sees to it that nobody signs in in vain: that the account can be kept, and that the provider and its keys are
    /// there.
    func prepare() async throws -> IdentityProvider {
        try await accounts.prepareStorage()
        let provider = try await discover()
        try await provider.keys.prepare()
        return provider
    }

    /// Discovers the provider, unless the account store knows it.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`.
    package func discover() async throws -> IdentityProvider {
        try await accounts.providers.provider(for: registration)
    }

    /// The request to open in the person's browser, for a web app, which keeps it in the person's session.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the answer will be received; `nil` takes the registration's.
    ///   - scopes: What to ask for besides the registration's scopes.
    ///   - options: What the person should see.
    ///   - responseMode: How the answer must travel; `formPost` is for web apps.
    /// - Returns: The request, with fresh secrets in it.
    /// - Throws: ``Refusal`` (`authorizationEndpointMissing`, `proofKeyUnsupported`, `keySetMalformed`, those of the
    ///   provider's metadata); `ServerError`, `TransportError`; `AccountStorageError` where no account could be kept;
    ///   `CancellationError`.
    public func authorizationRequest(
        redirectURI: RedirectURI? = nil, scopes: ScopeSet = [], options: SignInOptions = SignInOptions(),
        responseMode: ResponseMode? = nil
    ) async throws -> AuthorizationRequest {
        try request(
            to: try await prepare(), redirectURI: redirectURI ?? registration.redirectURI, scopes: scopes,
            options: options, responseMode: responseMode)
    }

    func request(
        to provider: IdentityProvider, redirectURI: RedirectURI, scopes: ScopeSet = [], options: SignInOptions,
        responseMode: ResponseMode? = nil
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
            clientID: registration.clientID, scopes: registration.scopes, additionalScopes: scopes,
            endpoint: endpoint, issuer: provider.metadata.issuer,
            expectsIssuer: provider.metadata.sendsIssuerInRedirect, redirectURI: redirectURI, options: options,
            responseMode: responseMode, random: random)
    }

    func tokenValidator(of provider: IdentityProvider) -> TokenValidator {
        TokenValidator(provider, idTokenAlgorithm: registration.idTokenAlgorithm, now: accounts.time.date)
    }

    func tokenEndpoint(of provider: IdentityProvider) -> TokenEndpoint {
        TokenEndpoint(of: provider, for: registration, over: accounts.transport, time: accounts.time)
    }
}
