// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider

struct APISignIn: Sendable {
    let client: APIClient
    let accounts: AccountStore
    let agent: any UserAgent
    let consent: @Sendable (APIProvider) async throws -> Bool

    func keptSession(for address: URL) async throws -> APISessions.Session? {
        let all = try await accounts.storage.records().compactMap { record in record.api.map { (record, $0) } }
        let fitting = all.compactMap { record, api -> (AccountRecord, APIRegistration, ProtectedResourceMetadata)? in
            guard let resource = URL(string: api.resource) else { return nil }
            let metadata = ProtectedResourceMetadata(resource: resource, authorizationServers: [api.issuer])
            return metadata.covers(address) ? (record, api, metadata) : nil
        }
        let best = fitting.max {
            ($0.1.resource.utf8.count, $0.0.signedInAt) < ($1.1.resource.utf8.count, $1.0.signedInAt)
        }
        guard let (record, api, metadata) = best, record.endedAt == nil else { return nil }
        return session(
            of: record.account(at: accounts.time.date()),
            by: SignInFlow(client.registration(api), keepingIn: accounts), for: metadata, adding: nil)
    }

    /// After a rejected token, only the same user may sign in (`subjectMismatch`).
    func session(for api: DiscoveredAPI, after refused: Account?) async throws -> APISessions.Session {
        switch api.issuer {
        case .configured(let own):
            try await requireConsent(to: api, at: own.registration.issuer)
            let flow = SignInFlow(own.registration.asking(for: api.scopes), keepingIn: own.accounts)
            let account = try await account(by: flow, for: api.scopes, after: refused)
            return session(of: account, by: flow, for: api.metadata, adding: api.scopes)
        case .discovered(let issuer, let provider):
            if let enterprise = client.enterprise, let own = client.credentials(at: issuer) {
                try await requireConsent(to: api, at: issuer, provider.metadata)
                return try await session(for: api, at: provider, allowedBy: enterprise, as: own)
            }
            let held = refused.flatMap { $0.identity.issuer == provider.metadata.issuer ? $0 : nil }
            let discovered = DiscoveredProviderSignIn(
                signIn: self, api: api, issuer: issuer, provider: provider,
                // An unnamed identity cannot be compared with a later sign-in.
                person: held.flatMap { $0.identity.isUnnamed ? nil : $0.identity },
                scopes: api.scopes.union(held?.grantedScopes.resourcePart ?? []).union(Self.usual(at: provider)))
            let (account, registration) = try await discovered.account()
            return session(
                of: account, by: SignInFlow(registration, keepingIn: accounts), for: api.metadata, adding: nil)
        }
    }

    private func session(
        for api: DiscoveredAPI, at provider: IdentityProvider, allowedBy enterprise: EnterpriseAuthorization,
        as own: APIClient.Credentials
    ) async throws -> APISessions.Session {
        let resource = api.metadata.resource.absoluteString
        var registration = ClientRegistration(
            name: resource, issuer: provider.metadata.issuerAskedFor, clientID: own.clientID,
            authentication: own.authentication,
            redirectURI: client.redirectURI, scopes: api.scopes, rules: .ofUnknownProvider)
        registration.resource = resource
        let target = TokenTarget(resources: [resource], audiences: [provider.metadata.issuer])
        let tokens = GrantedTokens(
            registration, over: accounts.transport(within: api.providerReach), time: accounts.time)
        let source = tokens.source { [accounts] scopes in
            TokenRequest(
                presenting: try await enterprise.assertion(for: target, scopes: scopes, by: accounts),
                clientID: own.clientID, scopes: scopes, onBehalfOfCaller: false)
        }
        // Requested now, so that an error of either provider is the error of the request.
        _ = try await source.accessToken(for: api.scopes)
        // A missing scope needs another assertion, not the user, who agreed to these scopes of an unknown API.
        let demands = APIDemands(api.scopes, adding: client.isKnown(api.metadata.resource) ? nil : api.scopes) { _, _ in
        }
        return APISessions.Session(
            holder: .enterprise(since: accounts.time.date()), metadata: api.metadata,
            registration: registration,
            transport: AuthorizedTransport(
                source, meeting: demands, to: api.metadata.resource, over: accounts.transport))
    }

    /// Asks the user before an API that the app does not name gets a token: if the provider does not bind tokens to an
    /// API, any API could request another's token.
    func requireConsent(
        to api: DiscoveredAPI, at issuer: URL, _ metadata: ProviderMetadata? = nil
    ) async throws {
        let resource = api.metadata.resource
        guard !client.isKnown(resource) else { return }
        try await requireConsent(
            to: APIProvider(resource: resource, issuer: issuer, metadata: metadata, scopes: api.scopes))
    }

    func requireConsent(to provider: APIProvider) async throws {
        guard try await consent(provider) else { throw Refusal.declined(provider) }
    }

    /// Asks the user about scopes and provider hosts that they have not approved; the provider's own page does not
    /// suffice, because an API may name a malicious provider that shows none.
    private func requireConsent(
        to scopes: ScopeSet, of account: Account, by flow: SignInFlow, for metadata: ProtectedResourceMetadata
    ) async throws {
        let registration = flow.registration
        guard let api = registration.api,
            !client.isKnown(metadata.resource) || client.credentials(at: registration.issuer) == nil
        else { return }
        let granted = try await accounts.account(account.id)?.grantedScopes ?? []
        let provider = APIProvider(
            resource: metadata.resource, issuer: registration.issuer, metadata: try await flow.discover().metadata,
            scopes: scopes)
        guard !api.isAgreed(to: provider, granted: granted) else { return }
        try await requireConsent(to: provider)
    }

    /// Scopes that are always useful: for the user's name, and for refresh tokens.
    private static func usual(at provider: IdentityProvider) -> ScopeSet {
        let scopes = provider.metadata.isOpenIDProvider ? ["openid", "offline_access"] : ["offline_access"]
        return ScopeSet(scopes.filter(provider.metadata.scopes.contains))
    }

    private func account(by flow: SignInFlow, for scopes: ScopeSet, after refused: Account?) async throws -> Account {
        let all = try await flow.accounts.accounts(of: flow.registration)
        if let refused, all.contains(where: { $0.id == refused.id }) {
            let visit = try await agent.prepareVisit(for: flow.registration.redirectURI)
            return try await flow.signIn(on: visit, at: try await flow.prepare(), as: refused.identity)
        }
        guard let account = all.first(where: { !$0.needsSignIn }) else {
            let hint = all.first?.identity.username
            return try await flow.signIn(with: agent, options: SignInOptions(loginHint: hint))
        }
        do {
            _ = try await flow.session(of: account).accessToken(for: scopes)
            return account
        } catch let error as any ActionableError where error.nextAction.isForPerson {
            return try await flow.extend(account, by: scopes, with: agent, options: SignInOptions())
        }
    }

    private func session(
        of account: Account, by flow: SignInFlow, for metadata: ProtectedResourceMetadata, adding addable: ScopeSet?
    ) -> APISessions.Session {
        let scopes = addable ?? account.grantedScopes.resourcePart
        let demands = APIDemands(scopes, adding: addable) { answer, permissions in
            try await requireConsent(to: permissions, of: account, by: flow, for: metadata)
            _ = try await flow.extend(account, by: permissions, with: agent, options: answer.options)
        }
        return APISessions.Session(
            holder: .account(account), metadata: metadata, registration: flow.registration,
            transport: AuthorizedTransport(
                flow.session(of: account), meeting: demands, to: metadata.resource, over: accounts.transport))
    }
}

extension NextAction {
    fileprivate var isForPerson: Bool {
        switch self {
        case .consent, .secondFactor, .signInAgain: true
        default: false
        }
    }
}
