// SPDX-License-Identifier: Apache-2.0

extension TokenRequest {
    /// Asks for one token in exchange for another.
    ///
    /// - Parameters:
    ///   - subject: The token of whom the new one will speak.
    ///   - actor: The token of who acts for them, where that is somebody else than the client.
    ///   - target: Where the new token will be used.
    ///   - clientID: The client that asks.
    ///   - scopes: What the new token must allow.
    ///
    /// RFC 8693 §2.1
    package init(
        exchanging subject: SecurityToken, actor: SecurityToken? = nil, for target: TokenTarget, clientID: String,
        scopes: ScopeSet
    ) {
        var form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
            "client_id": clientID,
            "subject_token": subject.token.revealed,
            "subject_token_type": subject.kind.rawValue,
            "requested_token_type": SecurityToken.Kind.accessToken.rawValue,
        ]
        form.append("actor_token", actor?.token.revealed)
        form.append("actor_token_type", actor?.kind.rawValue)
        for resource in target.resources { form.append("resource", resource) }
        for audience in target.audiences { form.append("audience", audience) }
        if !scopes.isEmpty { form.append("scope", scopes.text) }
        self.init(form, scopes: scopes)
    }
}
