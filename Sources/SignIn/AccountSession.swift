// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import OAuth
public import Provider

/// Gives the access tokens of one account, and gets new ones when they are needed.
///
/// Any number of tasks that need the same token at once cause one refresh; programs that share the storage wait for
/// each other. The new refresh token is on disk before anyone uses the new access token.
public actor AccountSession: AccessTokenSource {
    private let id: Account.ID
    private let registration: ClientRegistration
    private let rules: ProviderRules
    private let transport: any Transport
    private let store: AccountStore
    private let now: @Sendable () -> Date
    private var flights: [Set<String>: SingleFlight<Redacted<String>>] = [:]
    private let provider = Once<IdentityProvider>()

    /// Creates a session of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - registration: The registration that it belongs to.
    ///   - rules: How its provider departs from the standard.
    ///   - transport: What sends the requests to the provider.
    ///   - store: Where the account is kept.
    ///   - now: The clock.
    public init(
        _ account: Account, of registration: ClientRegistration, rules: ProviderRules = .standard,
        over transport: any Transport, keepingIn store: AccountStore, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        id = account.id
        self.registration = registration
        self.rules = rules
        self.transport = transport
        self.store = store
        self.now = now
    }

    /// A token for these scopes, from storage if it is still good, else from the provider.
    ///
    /// - Parameters:
    ///   - scopes: What the token must allow; all of one API.
    ///   - rejected: A token that the API refused just now, so that the same one does not come back.
    /// - Returns: The token; hand it to that API and to nobody else.
    /// - Throws: ``Refusal`` (`signInRequired`) if only the person can help; `ServerError`, `TransportError`,
    ///   `AccountStorageError`. None of the latter ends the account.
    public func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>? = nil
    ) async throws -> Redacted<String> {
        if let kept = try await usableToken(for: scopes, rejected: rejected) { return kept }
        let key = Set(scopes.resourcePart.scopes)
        let flight = flights[key] ?? SingleFlight()
        flights[key] = flight
        return try await flight.run { [self] in
            try await store.storage.withExclusiveAccess(to: id) {
                // Another program may have refreshed while this one waited.
                if let kept = try await self.usableToken(for: scopes, rejected: rejected) { return kept }
                return try await self.refresh(for: scopes)
            }
        }
    }

    private func usableToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String>? {
        guard let record = try await store.storage.record(id), record.belongs(to: registration) else {
            throw Self.signInRequired
        }
        guard let kept = record.token(for: scopes, now: now()), kept != rejected else { return nil }
        return kept
    }

    private func refresh(for scopes: ScopeSet) async throws -> Redacted<String> {
        guard var record = try await store.storage.record(id) else { throw Self.signInRequired }
        guard let refreshToken = record.refreshToken else {
            throw Refusal(
                .signInRequired,
                "the sign-in cannot be renewed without its refresh token; ask for offline_access, "
                    + "and sign in again")
        }
        let provider = try await discovered()
        let request = TokenRequest(
            refreshing: refreshToken, for: registration,
            scopes: rules.sendsScopesOnRefresh ? scopes.union(registration.scopes.openIDConnectPart) : nil)
        let response: TokenResponse
        do {
            response = try await TokenEndpoint(of: provider, transport: transport).answer(to: request)
        } catch let error as ServerError where rules.endsSignIn(error) {
            record.refreshToken = nil
            record.tokens = []
            try await store.storage.save(record)
            throw Refusal(
                .signInRequired, "the sign-in has ended at the provider; sign in again", cause: error)
        }
        guard let accessToken = response.accessToken else { throw Self.accessTokenMissing }
        if response.idToken != nil {
            record.claims = try await claims(of: response, refreshing: record, at: provider)
        }
        record.take(response, for: scopes, now: now())
        try await store.storage.save(record)
        return accessToken
    }

    /// What the new ID token says.
    ///
    /// Where it cannot be judged, because nobody gives the keys or this machine's clock is wrong, the new refresh token
    /// is kept all the same: the provider may not take the old one again.
    private func claims(
        of response: TokenResponse, refreshing record: AccountRecord, at provider: IdentityProvider
    ) async throws -> [String: ClaimValue] {
        do {
            return try await TokenValidator(provider, now: now)
                .identity(of: response, for: registration.clientID, continuing: record.identity).claims.values
        } catch let refusal as Refusal where Self.impostures.contains(refusal.code) {
            throw refusal
        } catch {
            var unjudged = record
            unjudged.refreshToken = response.refreshToken ?? record.refreshToken
            try await store.storage.save(unjudged)
            throw error
        }
    }

    /// What a hiccup never causes: whoever answered so is not to be trusted with the account.
    private static let impostures: Set<Refusal.Code> = [.subjectMismatch, .issuerMismatch, .signatureInvalid]

    private func discovered() async throws -> IdentityProvider {
        try await provider.value { [registration, rules, transport, now] in
            try await IdentityProvider.discover(
                registration.issuer, metadataURL: registration.metadataURL, rules: rules, over: transport, now: now)
        }
    }

    static let accessTokenMissing = Refusal(
        .tokenResponseMalformed, "the provider gave no access token; tell its maker")

    private static let signInRequired = Refusal(.signInRequired, "nobody is signed in; sign in first")
}
