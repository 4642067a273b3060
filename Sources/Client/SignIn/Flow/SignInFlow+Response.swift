// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
import Provider

extension SignInFlow {
    /// The second half of a sign-in, for a web app that gets the response as its next HTTP request.
    ///
    /// - Parameters:
    ///   - redirect: The address that the browser came to.
    ///   - request: The request that it answers, from the person's own session.
    ///   - account: The account to which the person consents to add permissions; `nil` accepts any person.
    /// - Returns: The account, already stored.
    /// - Throws: As ``signIn(with:options:)``; ``Refusal`` (`requestMismatch` for a request of another registration,
    ///   `registrationUnknown` for an account of another, `subjectMismatch` if another person signs in).
    public func finish(
        _ redirect: URL, answering request: AuthorizationRequest, extending account: Account? = nil
    ) async throws -> Account {
        try await finish(request, extending: account) { try AuthorizationResponse(redirect, answering: request) }
    }

    /// The second half of a sign-in, for a web app that asked for the response as a form.
    ///
    /// - Parameters:
    ///   - form: The form that was posted to the redirect URI.
    ///   - request: The request that it answers, from the person's own session.
    ///   - account: The account to which the person consents to add permissions; `nil` accepts any person.
    /// - Returns: The account, already stored.
    /// - Throws: As ``finish(_:answering:extending:)``.
    ///
    /// OAuth 2.0 Form Post Response Mode
    public func finish(
        form: FormParameters, answering request: AuthorizationRequest, extending account: Account? = nil
    ) async throws -> Account {
        try await finish(request, extending: account) { try AuthorizationResponse(form: form, answering: request) }
    }

    private func finish(
        _ request: AuthorizationRequest, extending account: Account?, reading read: () throws -> AuthorizationResponse
    ) async throws -> Account {
        try account.map(check)
        let provider = try await discover()
        try check(request, isFor: provider)
        let response = try provider.rules.explaining(asking: request.scopes, read)
        let scopes = account == nil ? request.scopes : scopes(extendingBy: request)
        let tokens = try await exchange(response, asking: scopes, at: provider)
        let identity = try await identity(of: tokens, at: provider) {
            try await $0.identity(of: tokens, answering: response)
        }
        try account?.identity.checkContinued(by: identity)
        return try await accounts.keep(
            identity, tokens, for: registration, scopes: scopes, continuing: account != nil)
    }

    /// The authorization request may name permissions of several APIs; an access token is for one of them.
    private func scopes(extendingBy request: AuthorizationRequest) -> ScopeSet {
        guard !request.additionalScopes.isEmpty else { return request.scopes }
        return registration.scopes.openIDConnectPart.union(request.additionalScopes)
    }

    /// Refuses an account of another registration, which this flow cannot extend.
    ///
    /// - Throws: ``Refusal`` (`registrationUnknown`).
    func check(_ account: Account) throws {
        let own = AccountRecord(account.identity, registration: registration, signedInAt: account.signedInAt)
        guard own.id == account.id else {
            throw Refusal(
                .registrationUnknown,
                "the account is of the registration '\(account.registration)'; continue it with the flow of that one")
        }
    }

    /// A web app may have several registrations, and the session may hold a request of another one.
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

    /// The identity from the ID token or, at a provider without ID tokens, from its profile endpoint.
    func identity(
        of tokens: TokenResponse, at provider: IdentityProvider,
        validating validated: (TokenValidator) async throws -> Identity
    ) async throws -> Identity {
        guard let profile = registration.oauthProvider?.profile else {
            return try await validated(tokenValidator(of: provider))
        }
        guard let accessToken = tokens.accessToken else { throw TokenEndpoint.accessTokenMissing }
        return try await profile.identity(
            with: accessToken, issuer: provider.metadata.issuer, rules: provider.rules, over: accounts.transport,
            now: accounts.time.date())
    }
}
