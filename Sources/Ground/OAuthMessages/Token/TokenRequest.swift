// SPDX-License-Identifier: Apache-2.0

/// A token request, before the client authenticates.
///
/// RFC 6749 §4.1.3, §4.4.2 and §6, RFC 7636 §4.5, RFC 8628 §3.1 and §3.4, RFC 9396 §6
package struct TokenRequest: Sendable {
    package let form: Redacted<FormParameters>
    /// The scopes that the tokens must have, even if the form does not repeat them.
    package let scopes: ScopeSet
    package let needsAccessToken: Bool

    package init(
        redeeming response: AuthorizationResponse, scopes: ScopeSet, includingScope includesScope: Bool,
        claims: ClaimsRequest? = nil
    ) {
        var form: FormParameters = [
            "grant_type": "authorization_code",
            "code": response.code.revealed,
            "redirect_uri": response.request.redirectURI.text,
            "client_id": response.request.clientID,
            "code_verifier": response.request.proofKey.verifier.revealed,
        ]
        if includesScope { form.append("scope", scopes.text) }
        form.append("claims", claims?.json)
        form.append("authorization_details", response.request.options.authorizationDetails?.json)
        // A request for sign-in scopes only does not need it: Azure AD B2C then sends no access token.
        self.init(
            form, scopes: scopes, needsAccessToken: !scopes.resourcePart.isEmpty || response.request.resource != nil)
    }

    package init(
        refreshing refreshToken: Redacted<String>, clientID: String, scopes: ScopeSet,
        includingScope includesScope: Bool, claims: ClaimsRequest? = nil
    ) {
        var form: FormParameters = [
            "grant_type": "refresh_token",
            "refresh_token": refreshToken.revealed,
            "client_id": clientID,
        ]
        if includesScope { form.append("scope", scopes.text) }
        form.append("claims", claims?.json)
        self.init(form, scopes: scopes, needsAccessToken: true)
    }

    /// Requests a device code at the device authorization endpoint, in the form of a token request. RFC 8628 §3.1
    package init(deviceCodeFor clientID: String, scopes: ScopeSet) {
        self.init(["client_id": clientID, "scope": scopes.text], scopes: scopes, needsAccessToken: false)
    }

    package init(polling authorization: DeviceAuthorization, clientID: String, scopes: ScopeSet) {
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": authorization.deviceCode.revealed,
            "client_id": clientID,
        ]
        self.init(form, scopes: scopes, needsAccessToken: !scopes.resourcePart.isEmpty)
    }

    /// Requests a token for the client itself; without scopes the provider chooses them. RFC 6749 §4.4.2
    package init(asClient clientID: String, scopes: ScopeSet) {
        var form: FormParameters = ["grant_type": "client_credentials", "client_id": clientID]
        if !scopes.isEmpty { form.append("scope", scopes.text) }
        self.init(form, scopes: scopes, needsAccessToken: true)
    }

    package init(_ form: FormParameters, scopes: ScopeSet, needsAccessToken: Bool = true) {
        self.form = Redacted(form)
        self.scopes = scopes
        self.needsAccessToken = needsAccessToken
    }

    /// Requests a token with an assertion, without the user. RFC 7523 §2.1
    package init(
        presenting assertion: Redacted<String>, clientID: String, scopes: ScopeSet, onBehalfOfCaller isOnBehalfOf: Bool
    ) {
        var form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "client_id": clientID,
            "assertion": assertion.revealed,
        ]
        if !scopes.isEmpty { form.append("scope", scopes.text) }
        if isOnBehalfOf { form.append("requested_token_use", "on_behalf_of") }
        self.init(form, scopes: scopes)
    }

    /// Requests a token in exchange for another one. RFC 8693 §2.1
    package init(
        exchanging subject: SecurityToken, actor: SecurityToken? = nil, for target: TokenTarget, clientID: String,
        scopes: ScopeSet, requesting requested: String = SecurityToken.accessTokenType
    ) {
        var form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
            "client_id": clientID,
            "subject_token": subject.token.revealed,
            "subject_token_type": subject.type,
            "requested_token_type": requested,
        ]
        form.append("actor_token", actor?.token.revealed)
        form.append("actor_token_type", actor?.type)
        for resource in target.resources { form.append("resource", resource) }
        for audience in target.audiences { form.append("audience", audience) }
        if !scopes.isEmpty { form.append("scope", scopes.text) }
        self.init(form, scopes: scopes)
    }
}

/// The services that will receive an exchanged token. RFC 8693 §2.1, RFC 8707 §2
package struct TokenTarget: Sendable, Hashable {
    package var resources: [String]
    package var audiences: [String]

    /// Without any service, the provider decides.
    package init(resources: [String] = [], audiences: [String] = []) {
        self.resources = resources
        self.audiences = audiences
    }
}
