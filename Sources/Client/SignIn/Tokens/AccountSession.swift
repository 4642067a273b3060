// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import SignInProvider

/// Gives the access tokens of one account, for an API client that has no notion of accounts.
///
/// Any number of sessions of one account may be used at once; the account store keeps their tokens together.
package struct AccountSession: AccessTokenSource {
    private let id: Account.ID
    private let registration: ClientRegistration
    private let key: RegistrationID
    private let traits: TokenTraits
    private let accounts: AccountStore

    /// Creates a session of an account and its registration.
    package init(_ account: Account, of registration: ClientRegistration, keptIn accounts: AccountStore) {
        id = account.id
        self.registration = registration
        key = registration.id
        traits = registration.tokenTraits
        self.accounts = accounts
    }

    /// A token for these scopes, as ``AccountStore/token(for:scopes:)`` gives it.
    package func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
        try await accounts.token(query(scopes, rejected, nil))
    }

    /// A token that meets the claims of an API's challenge; any number of callers with one demand cause one refresh.
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
