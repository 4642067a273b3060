// SPDX-License-Identifier: Apache-2.0

extension TokenRequest {
    /// Requests a token in exchange for another one.
    ///
    /// - Parameters:
    ///   - subject: The token of the person or client that the new token will name.
    ///   - actor: The token of the party that acts for them; `nil` if that is the client.
    ///   - target: The services that will receive the new token.
    ///   - clientID: The client that sends the request.
    ///   - scopes: The scopes that the new token must have.
    ///   - requested: The type of the new token.
    ///
    /// RFC 8693 §2.1
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
