// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignInProvider

/// A caller's question for a token of an account.
struct TokenQuery: Sendable {
    let account: Account.ID
    /// The registration that the account must belong to.
    let registration: ClientRegistration
    let owner: RegistrationID
    /// The settings under which the token must have been requested.
    let traits: TokenTraits
    /// The permissions that the token must have, all of one API.
    let scopes: ScopeSet
    /// A token that the API refused just now; returned again only while new, or without a refresh token.
    let rejected: Redacted<String>?
    /// The claims that the API's challenge demands of another token than the rejected one.
    let claims: ClaimsRequest?

    /// Asks for a token; a caller that has the traits of the registration's tokens already passes them.
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

    /// The key under which callers share one refresh.
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

    /// The same question from a caller whom no API has refused.
    var withoutRejection: TokenQuery {
        TokenQuery(
            account: account, registration: registration, owner: owner, traits: traits, scopes: scopes, rejected: nil)
    }
}

/// Binds an account to one registration.
///
/// If a registration changes to another provider, that provider must not get the tokens of the old one.
struct RegistrationID: Hashable, Sendable {
    let name: String
    let authority: String
    let clientID: String
}

extension ClientRegistration {
    /// The key that binds accounts to this registration.
    var id: RegistrationID {
        RegistrationID(name: name, authority: issuer.absoluteString, clientID: clientID)
    }
}
