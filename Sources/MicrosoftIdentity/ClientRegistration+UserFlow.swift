// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

extension ClientRegistration {
    /// Takes a registration at a user flow of Azure AD B2C.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it; accounts are kept under it.
    ///   - userFlow: The flow that people sign in with. Accounts belong to it: its refresh tokens are good nowhere
    ///     else.
    ///   - clientID: The application id.
    ///   - authentication: How the app shows who it is; an app on a device cannot.
    ///   - redirectURI: A registered redirect URI.
    ///   - scopes: What is asked for at sign-in: `offline_access`, scopes of an API, or the client id itself where app
    ///     and API are one registration. `openid` is added by itself; with `openid` alone there is no access token.
    public init(
        name: String, userFlow: UserFlowAuthority, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: RedirectURI, scopes: ScopeSet
    ) {
        self.init(
            name: name, issuer: userFlow.issuer, metadataURL: userFlow.metadataURL, clientID: clientID,
            authentication: authentication, redirectURI: redirectURI, scopes: scopes, rules: .userFlow)
    }

    /// Takes a registration at a user flow of Azure AD B2C as settings write it.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it; accounts are kept under it.
    ///   - userFlow: An address of the flow, in any of its forms.
    ///   - clientID: The application id.
    ///   - authentication: How the app shows who it is; an app on a device cannot.
    ///   - redirectURI: A registered redirect URI, such as `http://localhost`.
    ///   - scopes: What is asked for at sign-in.
    /// - Throws: ``Refusal`` (`registrationMalformed`) for an address or a redirect URI that is not one.
    public init(
        name: String, userFlow: String, clientID: String, authentication: ClientAuthentication = .none,
        redirectURI: String,
        scopes: ScopeSet
    ) throws {
        guard let authority = UserFlowAuthority(userFlow) else {
            throw Refusal(
                .registrationMalformed,
                "the user flow must be an address such as "
                    + "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_susi")
        }
        guard let redirect = RedirectURI(redirectURI) else {
            throw Refusal(
                .registrationMalformed, "the redirect URI must be an address such as http://localhost, without a #")
        }
        self.init(
            name: name, userFlow: authority, clientID: clientID, authentication: authentication, redirectURI: redirect,
            scopes: scopes)
    }
}
