// SPDX-License-Identifier: Apache-2.0

extension TokenRequest {
    /// Asks with an assertion in place of a person's presence.
    ///
    /// - Parameters:
    ///   - assertion: A signed token that the provider believes.
    ///   - clientID: The client that asks.
    ///   - scopes: What the tokens must allow.
    ///   - isOnBehalfOf: Whether the assertion is the access token of a caller, for whom the client asks on;
    ///     Microsoft's providers want that said.
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
