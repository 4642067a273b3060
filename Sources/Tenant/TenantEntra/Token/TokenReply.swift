// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// The answer of the token endpoint.
///
/// RFC 6749 §5.1, OpenID Connect Core §3.1.3.3
package struct TokenReply: Sendable {
    let tokenType = "Bearer"
    /// The granted scopes; `nil` for an app without a person.
    package let scope: String?
    /// Seconds until the access token expires.
    package let expiresIn: Int
    package let accessToken: String
    package var refreshToken: String?
    package var idToken: String?
    /// The account's ids in MSAL's form.
    package var clientInfo: String?

    package init(
        scope: String?, expiresIn: Int, accessToken: String, refreshToken: String? = nil, idToken: String? = nil,
        clientInfo: String? = nil
    ) {
        self.scope = scope
        self.expiresIn = expiresIn
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.clientInfo = clientInfo
    }

    /// The content, with its members in the order of the real service.
    package var json: OrderedJSON {
        var members: [(String, OrderedJSON)] = [("token_type", .string(tokenType))]
        if let scope { members.append(("scope", .string(scope))) }
        members += [("expires_in", .number(expiresIn)), ("ext_expires_in", .number(expiresIn))]
        // Clients of tokens with a lifetime of a day refresh them at half of it, to get changes early.
        if expiresIn >= 7200 { members.append(("refresh_in", .number(expiresIn / 2))) }
        for (name, text) in [
            ("access_token", accessToken), ("refresh_token", refreshToken), ("id_token", idToken),
            ("client_info", clientInfo),
        ] {
            if let text { members.append((name, .string(text))) }
        }
        return .object(members)
    }
}
