// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

extension ClientRegistration {
    /// Takes a registration at one of Microsoft's providers.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it; accounts are kept under it.
    ///   - authority: The provider, and the people that may sign in. Accounts belong to it: the refresh tokens of one
    ///     user flow are good at no other.
    ///   - clientID: The application id.
    ///   - authentication: How the app authenticates; an app on a device cannot.
    ///   - redirectURI: A registered redirect URI.
    ///   - scopes: The scopes to request at sign-in. `openid` is added automatically, and `profile` except at Azure AD
    ///     B2C, because without it the ID token does not name the person. At Azure AD B2C `openid` alone brings no
    ///     access token: name scopes of an API, or the client id itself if app and API are one registration.
    public init(
        name: String, authority: Authority, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: RedirectURI, scopes: ScopeSet
    ) {
        self.init(
            name: name, issuer: authority.issuer, metadataURL: authority.metadataURL, clientID: clientID,
            authentication: authentication, redirectURI: redirectURI,
            scopes: authority.identityScopes.union(scopes), rules: authority.rules)
    }

    /// Takes a registration as its portal and settings show it.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it; accounts are kept under it.
    ///   - authority: An address such as `https://login.microsoftonline.com/common`, in any form that
    ///     ``Authority/init(_:)`` reads.
    ///   - clientID: The application id.
    ///   - authentication: How the app authenticates; an app on a device cannot.
    ///   - redirectURI: A registered redirect URI, such as `http://localhost`.
    ///   - scopes: The scopes to request at sign-in.
    /// - Throws: ``Refusal`` (`registrationMalformed`) for an authority or a redirect URI that is not valid.
    public init(
        name: String, authority: String, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: String, scopes: ScopeSet
    ) throws {
        let authority = try Authority(authority)
        guard let redirect = RedirectURI(redirectURI) else {
            throw Refusal(
                .registrationMalformed, "the redirect URI must be an address such as http://localhost, without a #")
        }
        self.init(
            name: name, authority: authority, clientID: clientID, authentication: authentication, redirectURI: redirect,
            scopes: scopes)
    }
}

extension Authority {
    /// Without `profile`, an ID token of Entra ID or External ID has neither name nor directory; Azure AD B2C does not
    /// know that scope.
    fileprivate var identityScopes: ScopeSet {
        if case .userFlow = self { ["openid"] } else { ["openid", "profile"] }
    }
}
