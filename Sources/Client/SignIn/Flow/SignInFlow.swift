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
    /// The store that keeps the account.
    public let accounts: AccountStore
    /// The source of unguessable values.
    let random: RandomSource

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - registration: The app, as the provider knows it.
    ///   - accounts: Keeps the account; its transport sends the requests, and its clocks tell the time.
    ///   - random: The source of unguessable values.
    public init(_ registration: ClientRegistration, keepingIn accounts: AccountStore, random: RandomSource = .system) {
        self.registration = registration
        self.accounts = accounts
        self.random = random
    }

    /// Signs a person in and keeps the account.
    ///
    /// - Parameters:
    ///   - agent: Shows the provider's pages.
    ///   - options: Options of the authorization request, such as a login hint.
    /// - Returns: The account, already stored.
    /// - Throws: ``Refusal`` if the client refuses a response, `ServerError` if the provider refuses a request,
    ///   `TransportError` without a response, `AccountStorageError` if the account cannot be kept, an error of the user
    ///   agent; `CancellationError` when the person closes the browser or the task is cancelled. Cancel on the
    ///   provider's page causes a `ServerError` with ``NextAction/acceptCancellation``.
    ///
    /// OpenID Connect Core §3.1
    public func signIn(with agent: some UserAgent, options: SignInOptions = SignInOptions()) async throws -> Account {
        let provider = try await prepare()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        let request = try request(to: provider, redirectURI: visit.redirectURI, options: options)
        let redirect = try await visit.open(request.url)
        return try await finish(redirect, answering: request)
    }

    /// Checks that no sign-in is in vain: the account can be kept, and the provider and its keys can be reached.
    func prepare() async throws -> IdentityProvider {
        try await accounts.prepareStorage()
        let provider = try await discover()
        try await provider.keys.prepare()
        return provider
    }

    /// Discovers the provider, unless the account store has it already.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`.
    package func discover() async throws -> IdentityProvider {
        try await accounts.providers.provider(for: registration)
    }

    /// The request to open in the person's browser; a web app keeps it in the person's session.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the response arrives; `nil` takes the registration's.
    ///   - scopes: Scopes to request besides the registration's.
    ///   - options: Options of the authorization request, such as a login hint.
    ///   - responseMode: How the response must travel; `formPost` is for web apps.
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
