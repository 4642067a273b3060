// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

extension ClientRegistration {
    /// Takes a registration at Entra ID as its portal shows it.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it; accounts are kept under it.
    ///   - authority: Who may sign in, such as `https://login.microsoftonline.com/common`.
    ///   - clientID: The application id.
    ///   - authentication: How the app shows who it is; an app on a device cannot.
    ///   - redirectURI: A registered redirect URI, such as `http://localhost`.
    ///   - scopes: What is asked for at sign-in; `openid` and `profile` are added by themselves, because without them
    ///     nobody says who signed in.
    /// - Throws: ``Refusal`` (`registrationMalformed`) for an authority or a redirect URI that is not one.
    public init(
        name: String, authority: String, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: String,
        scopes: ScopeSet
    ) throws {
        guard let authority = EntraAuthority(authority) else {
            throw Refusal(
                .registrationMalformed,
                "the authority must be an address such as https://login.microsoftonline.com/common")
        }
        guard let redirect = RedirectURI(redirectURI) else {
            throw Refusal(
                .registrationMalformed, "the redirect URI must be an address such as http://localhost, without a #")
        }
        self.init(
            name: name, authority: authority, clientID: clientID, authentication: authentication, redirectURI: redirect,
            scopes: scopes)
    }

    /// Takes a registration at Entra ID whose parts were read before.
    package init(
        name: String, authority: EntraAuthority, clientID: String, authentication: ClientAuthentication,
        redirectURI: RedirectURI,
        scopes: ScopeSet
    ) {
        self.init(
            name: name, issuer: authority.issuer, clientID: clientID, authentication: authentication,
            redirectURI: redirectURI,
            // Without `profile` an ID token says neither name nor directory.
            scopes: ScopeSet(["openid", "profile"]).union(scopes), rules: .entra)
    }
}
