// SPDX-License-Identifier: Apache-2.0
/// A question to the token endpoint.
///
/// RFC 6749 §4.1.3 and §6, RFC 7636 §4.5
public struct TokenRequest: Sendable {
    /// The form to send; it holds secrets.
    public let form: Redacted<FormParameters>
    /// What the tokens must allow, whether or not the form says it again.
    package let scopes: ScopeSet
    /// Whether an answer without an access token is of no use.
    package let needsAccessToken: Bool

    /// Redeems the code of a redirect that was checked.
    ///
    /// - Parameters:
    ///   - response: The checked redirect.
    ///   - registration: The client that asks; its secret is sent if it has one.
    ///   - scopes: What to ask for now, where the provider gives tokens for one resource at a time.
    package init(redeeming response: AuthorizationResponse, for registration: ClientRegistration, scopes: ScopeSet?) {
        var form: FormParameters = [
            "grant_type": "authorization_code",
            "code": response.code.revealed,
            "redirect_uri": response.request.redirectURI.text,
            "client_id": registration.clientID,
            "code_verifier": response.request.proofKey.verifier.revealed,
        ]
        form.append("scope", scopes?.text)
        form.append("client_secret", registration.clientSecret?.revealed)
        self.form = Redacted(form)
        self.scopes = scopes ?? registration.scopes
        // Who asks only for an identity loses nothing: Azure AD B2C then sends no access token.
        needsAccessToken = !self.scopes.resourcePart.isEmpty
    }

    /// Asks for new tokens with a refresh token.
    ///
    /// - Parameters:
    ///   - refreshToken: The token that proves the earlier sign-in.
    ///   - registration: The client that asks; its secret is sent if it has one.
    ///   - scopes: What to ask for, where the provider wants it said again.
    package init(refreshing refreshToken: Redacted<String>, for registration: ClientRegistration, scopes: ScopeSet?) {
        var form: FormParameters = [
            "grant_type": "refresh_token",
            "refresh_token": refreshToken.revealed,
            "client_id": registration.clientID,
        ]
        form.append("scope", scopes?.text)
        form.append("client_secret", registration.clientSecret?.revealed)
        self.form = Redacted(form)
        self.scopes = scopes ?? registration.scopes
        needsAccessToken = true
    }
}
