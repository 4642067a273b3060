// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider

/// Signs a person in for an API that was found by its address, and gives the transport with the tokens.
struct APISignIn: Sendable {
    let client: APIClient
    let accounts: AccountStore
    let agent: any UserAgent
    let resolve: NetworkReach.Resolver
    let consent: @Sendable (APIProvider) async throws -> Bool

    /// The API at an address, with its provider.
    func api(at address: URL, challengedBy challenges: [AuthenticationChallenge]) async throws -> DiscoveredAPI {
        try await APIDiscovery(flows: client.flows, accounts: accounts, resolve: resolve)
            .api(at: address, challengedBy: challenges)
    }

    /// The latest sign-in that an earlier run of the program kept for an API; of several, for the closest one.
    func keptSession(for address: URL) async throws -> APISessions.Session? {
        let all = try await accounts.storage.records().compactMap { record in record.api.map { (record, $0) } }
        let fitting = all.compactMap { record, api -> (AccountRecord, APIRegistration, ProtectedResourceMetadata)? in
            guard let resource = URL(string: api.resource) else { return nil }
            let description = ProtectedResourceMetadata(resource: resource, authorizationServers: [api.issuer])
            return description.covers(address) ? (record, api, description) : nil
        }
        let best = fitting.max {
            ($0.1.resource.utf8.count, $0.0.signedInAt) < ($1.1.resource.utf8.count, $1.0.signedInAt)
        }
        guard let (record, api, description) = best, record.endedAt == nil else { return nil }
        return session(
            of: record.account(at: accounts.time.date()),
            by: SignInFlow(client.registration(api), keepingIn: accounts), for: description, adding: nil)
    }

    /// A session for an API whose refusal led to a provider.
    ///
    /// - Parameters:
    ///   - api: The API and its provider.
    ///   - refused: The account whose token the API has refused.
    /// - Returns: The session.
    /// - Throws: The errors of ``APIConnection/send(_:body:)``.
    func session(for api: DiscoveredAPI, after refused: Account?) async throws -> APISessions.Session {
        switch api.issuer {
        case .configured(let own):
            try await requireConsent(to: api, at: own)
            let flow = SignInFlow(own.registration.asking(for: api.scopes), keepingIn: own.accounts)
            let account = try await account(by: flow, for: api.scopes, after: refused)
            return session(of: account, by: flow, for: api.description, adding: api.scopes)
        case .found(let issuer, _) where client.enterprise != nil && client.credentials(at: issuer) != nil:
            return try await enterpriseSession(for: api, at: issuer)
        case .found(let issuer, let provider):
            let held = refused.flatMap { $0.identity.issuer == provider.metadata.issuer ? $0 : nil }
            let found = FoundProvider(
                signIn: self, api: api, issuer: issuer, provider: provider,
                scopes: api.scopes.union(held?.grantedScopes.resourcePart ?? []).union(Self.usual(at: provider)))
            let (account, registration) = try await found.account()
            return session(
                of: account, by: SignInFlow(registration, keepingIn: accounts), for: api.description, adding: nil)
        }
    }

    /// A session whose tokens the identity provider of an enterprise decides about, without a page.
    private func enterpriseSession(for api: DiscoveredAPI, at issuer: URL) async throws -> APISessions.Session {
        guard let enterprise = client.enterprise, let own = client.credentials(at: issuer) else {
            throw Refusal(.registrationMalformed, "the app has no credentials at \(issuer.absoluteString)")
        }
        let resource = api.description.resource.absoluteString
        var registration = ClientRegistration(
            name: resource, issuer: issuer, clientID: own.clientID, authentication: own.authentication,
            redirectURI: client.redirectURI, scopes: api.scopes, rules: .ofUnknownProvider)
        registration.resource = resource
        let target = TokenTarget(resources: [resource], audiences: [issuer.absoluteString])
        let tokens = GrantedTokens(registration, over: accounts.transport, time: accounts.time)
        let source = GrantedTokens.Source(tokens: tokens, subject: nil) { [accounts] scopes in
            TokenRequest(
                presenting: try await enterprise.assertion(for: target, scopes: scopes, by: accounts),
                clientID: own.clientID, scopes: scopes, onBehalfOfCaller: false)
        }
        // The first token, so that a refusal of either provider is the error of the request.
        _ = try await source.accessToken(for: api.scopes)
        // A missing scope needs another assertion, and no person.
        let demands = APIDemands(api.scopes, adding: nil) { _, _ in }
        return APISessions.Session(
            holder: .enterprise(since: accounts.time.date()), description: api.description,
            registration: registration,
            transport: AuthorizedTransport(
                source, meeting: demands, to: api.description.resource, over: accounts.transport))
    }

    /// Asks the person before an API gets a token of a registration whose settings do not name the API.
    ///
    /// The provider may not bind the token to an API: then any API could ask for a token of another one.
    private func requireConsent(to api: DiscoveredAPI, at own: SignInFlow) async throws {
        let resource = api.description.resource
        guard !client.isKnown(resource) else { return }
        let provider = APIProvider(resource: resource, issuer: own.registration.issuer, scopes: api.scopes)
        guard try await consent(provider) else { throw Refusal.declined(provider) }
    }

    /// The scopes of OpenID Connect that serve a client without its asking: its person's name, and refresh tokens.
    private static func usual(at provider: IdentityProvider) -> ScopeSet {
        ScopeSet(["openid", "offline_access"].filter(provider.metadata.scopes.contains))
    }

    /// The account of a configured registration, which may be signed in already for other APIs.
    private func account(by flow: SignInFlow, for scopes: ScopeSet, after refused: Account?) async throws -> Account {
        let all = try await flow.accounts.accounts(of: flow.registration)
        guard let account = all.first(where: { !$0.needsSignIn }), account.id != refused?.id else {
            let hint = (refused ?? all.first)?.identity.username
            return try await flow.signIn(with: agent, options: SignInOptions(loginHint: hint))
        }
        do {
            _ = try await flow.session(of: account).accessToken(for: scopes)
            return account
        } catch let error as any ActionableError where error.nextAction.isForPerson {
            return try await flow.extend(account, by: scopes, with: agent, options: SignInOptions())
        }
    }

    private func extend(
        _ account: Account, of flow: SignInFlow, by scopes: ScopeSet, options: SignInOptions
    ) async throws {
        _ = try await flow.extend(account, by: scopes, with: agent, options: options)
    }

    private func session(
        of account: Account, by flow: SignInFlow, for description: ProtectedResourceMetadata, adding addable: ScopeSet?
    ) -> APISessions.Session {
        let scopes = addable ?? account.grantedScopes.resourcePart
        let demands = APIDemands(scopes, adding: addable) { answer, permissions in
            try await extend(account, of: flow, by: permissions, options: answer.options)
        }
        return APISessions.Session(
            holder: .account(account), description: description, registration: flow.registration,
            transport: AuthorizedTransport(
                flow.session(of: account), meeting: demands, to: description.resource, over: accounts.transport))
    }
}

extension NextAction {
    /// Whether a visit of the person to the provider helps.
    fileprivate var isForPerson: Bool {
        switch self {
        case .consent, .secondFactor, .signInAgain: true
        default: false
        }
    }
}
