// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import SignInProvider

/// The access tokens of one account, for an API client without accounts; several sessions can share an account.
package struct AccountSession: AccessTokenSource {
    private let id: Account.ID
    private let registration: ClientRegistration
    private let key: RegistrationID
    private let traits: TokenTraits
    private let accounts: AccountStore

    package init(_ account: Account, of registration: ClientRegistration, keptIn accounts: AccountStore) {
        id = account.id
        self.registration = registration
        key = registration.id
        traits = registration.tokenTraits
        self.accounts = accounts
    }

    package func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
        try await accounts.token(query(scopes, rejected, nil))
    }

    /// Callers with the same demand share one refresh.
    package func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>, meeting claims: ClaimsRequest
    ) async throws -> Redacted<String> {
        try await accounts.token(query(scopes, rejected, claims))
    }

    private func query(_ scopes: ScopeSet, _ rejected: Redacted<String>?, _ claims: ClaimsRequest?) -> TokenQuery {
        TokenQuery(
            account: id, registration: registration, owner: key, traits: traits, scopes: scopes, rejected: rejected,
            claims: claims)
    }
}

extension AccountSession: PresentableTokenSource {
    func presentableToken(
        for scopes: ScopeSet, rejected: Redacted<String>?, meeting claims: ClaimsRequest?
    ) async throws -> PresentableToken {
        try await accounts.presentableToken(query(scopes, rejected, claims))
    }
}
