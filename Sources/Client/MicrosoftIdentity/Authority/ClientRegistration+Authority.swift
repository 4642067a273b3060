// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import SignInProvider

extension ClientRegistration {
    /// Creates a registration at one of Microsoft's providers.
    ///
    /// Accounts belong to the authority: refresh tokens of one user flow are not valid for another. `openid` is added
    /// to the scopes, and so is `profile`, except at Azure AD B2C, because otherwise the ID token does not name the
    /// user. At Azure AD B2C, `openid` alone yields no access token: request scopes of an API, or the client ID itself
    /// if app and API share a registration.
    public init(
        name: String, authority: Authority, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: RedirectURI, scopes: ScopeSet
    ) {
        self.init(
            name: name, issuer: authority.issuer, metadataURL: authority.metadataURL, clientID: clientID,
            authentication: authentication, redirectURI: redirectURI,
            scopes: authority.identityScopes.union(scopes), rules: authority.rules)
    }

    /// Creates a registration from the text in the portal or in settings; ``Authority/init(_:)`` lists the accepted
    /// URLs.
    ///
    /// - Throws: ``Refusal`` (`registrationMalformed`) for an invalid authority or redirect URI.
    public init(
        name: String, authority: String, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: String, scopes: ScopeSet
    ) throws {
        let authority = try Authority(authority)
        guard let redirect = RedirectURI(redirectURI) else {
            throw Refusal(
                .registrationMalformed, "the redirect URI must be a URL such as http://localhost, without a #")
        }
        self.init(
            name: name, authority: authority, clientID: clientID, authentication: authentication, redirectURI: redirect,
            scopes: scopes)
    }
}

extension Authority {
    /// Without `profile`, an ID token of Entra ID or External ID has neither name nor directory; Azure AD B2C does not
    /// support that scope.
    fileprivate var identityScopes: ScopeSet {
        if case .userFlow = self { ["openid"] } else { ["openid", "profile"] }
    }
}
