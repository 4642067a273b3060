// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignInProvider

struct TokenQuery: Sendable {
    let account: Account.ID
    let registration: ClientRegistration
    let owner: RegistrationID
    let traits: TokenTraits
    /// All for one API.
    let scopes: ScopeSet
    /// A token that the API just rejected; returned again only while new, or without a refresh token.
    let rejected: Redacted<String>?
    let claims: ClaimsRequest?

    init(
        account: Account.ID, registration: ClientRegistration, owner: RegistrationID, traits: TokenTraits? = nil,
        scopes: ScopeSet, rejected: Redacted<String>?, claims: ClaimsRequest? = nil
    ) {
        self.account = account
        self.registration = registration
        self.owner = owner
        self.traits = traits ?? registration.tokenTraits
        self.scopes = scopes
        self.rejected = rejected
        self.claims = claims
    }

    struct RefreshKey: Hashable, Sendable {
        let account: Account.ID
        let owner: RegistrationID
        let traits: TokenTraits
        let permissions: Set<String>
        let claims: ClaimsRequest?
    }

    var refreshKey: RefreshKey {
        RefreshKey(account: account, owner: owner, traits: traits, permissions: scopes.permissions, claims: claims)
    }

    var withoutRejection: TokenQuery {
        TokenQuery(
            account: account, registration: registration, owner: owner, traits: traits, scopes: scopes, rejected: nil)
    }
}

/// Binds an account to one registration: if that changes to another provider, the new one must not get the old tokens.
struct RegistrationID: Hashable, Sendable {
    let name: String
    let authority: String
    let clientID: String
}

extension ClientRegistration {
    var id: RegistrationID { RegistrationID(name: name, authority: issuer.absoluteString, clientID: clientID) }
}
