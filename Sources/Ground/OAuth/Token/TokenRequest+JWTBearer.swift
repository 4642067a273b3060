// SPDX-License-Identifier: Apache-2.0

extension TokenRequest {
    /// Requests a token with an assertion, without the person.
    ///
    /// - Parameters:
    ///   - assertion: A signed token from an issuer that the provider trusts.
    ///   - clientID: The client that sends the request.
    ///   - scopes: The scopes that the tokens must have.
    ///   - isOnBehalfOf: Whether the assertion is an access token of the client's own caller; Microsoft's providers
    ///     require a parameter for that.
    ///
    /// RFC 7523 §2.1
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
}
