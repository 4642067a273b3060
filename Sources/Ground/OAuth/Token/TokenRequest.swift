// SPDX-License-Identifier: Apache-2.0

/// A token request, before the client authenticates.
///
/// RFC 6749 §4.1.3, §4.4.2 and §6, RFC 7636 §4.5, RFC 8628 §3.1 and §3.4
package struct TokenRequest: Sendable {
    /// The form to send; it holds secrets.
    package let form: Redacted<FormParameters>
    /// What the tokens must allow, whether or not the form says it again.
    package let scopes: ScopeSet
    /// Whether an answer without an access token is of no use.
    package let needsAccessToken: Bool

    /// Redeems the code of a redirect that was checked.
    ///
    /// - Parameters:
    ///   - response: The checked redirect; the client that asked for it is the one that redeems it.
    ///   - scopes: What the tokens must allow.
    ///   - includesScope: Whether the provider wants the scopes said again.
    package init(redeeming response: AuthorizationResponse, scopes: ScopeSet, includingScope includesScope: Bool) {
        var form: FormParameters = [
            "grant_type": "authorization_code",
            "code": response.code.revealed,
            "redirect_uri": response.request.redirectURI.text,
            "client_id": response.request.clientID,
            "code_verifier": response.request.proofKey.verifier.revealed,
        ]
        if includesScope { form.append("scope", scopes.text) }
        // Who asks only for an identity loses nothing: Azure AD B2C then sends no access token.
        self.init(form, scopes: scopes, needsAccessToken: !scopes.resourcePart.isEmpty)
    }

    /// Asks for new tokens with a refresh token.
    ///
    /// - Parameters:
    ///   - refreshToken: The token that proves the earlier sign-in.
    ///   - clientID: The client that it was given to.
    ///   - scopes: What the tokens must allow.
    ///   - includesScope: Whether the provider wants the scopes said again; some refuse that.
    package init(
        refreshing refreshToken: Redacted<String>, clientID: String, scopes: ScopeSet,
        includingScope includesScope: Bool
    ) {
        var form: FormParameters = [
            "grant_type": "refresh_token",
            "refresh_token": refreshToken.revealed,
            "client_id": clientID,
        ]
        if includesScope { form.append("scope", scopes.text) }
        self.init(form, scopes: scopes, needsAccessToken: true)
    }

    /// Asks for a device code; it goes to the endpoint of device codes, in the same form. RFC 8628 §3.1
    package init(deviceCodeFor clientID: String, scopes: ScopeSet) {
        self.init(["client_id": clientID, "scope": scopes.text], scopes: scopes, needsAccessToken: false)
    }

    /// Asks whether the person has answered a device authorization.
    ///
    /// - Parameters:
    ///   - authorization: What the person was shown.
    ///   - clientID: The client that showed it.
    ///   - scopes: What was asked for with it.
    package init(polling authorization: DeviceAuthorization, clientID: String, scopes: ScopeSet) {
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": authorization.deviceCode.revealed,
            "client_id": clientID,
        ]
        self.init(form, scopes: scopes, needsAccessToken: !scopes.resourcePart.isEmpty)
    }

    /// Asks for a token of the client itself; without scopes the provider decides what it allows. RFC 6749 §4.4.2
    package init(asClient clientID: String, scopes: ScopeSet) {
        var form: FormParameters = ["grant_type": "client_credentials", "client_id": clientID]
        if !scopes.isEmpty { form.append("scope", scopes.text) }
        self.init(form, scopes: scopes, needsAccessToken: true)
    }

    /// Takes the form of a grant.
    package init(_ form: FormParameters, scopes: ScopeSet, needsAccessToken: Bool = true) {
        self.form = Redacted(form)
        self.scopes = scopes
        self.needsAccessToken = needsAccessToken
    }
}
