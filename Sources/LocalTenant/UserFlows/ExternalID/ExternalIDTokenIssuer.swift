// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth

/// Writes the tokens of External ID: the same people, in the form of Entra ID's second version.
struct ExternalIDTokenIssuer: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace
    let customer: Customer

    private var lifetime: Int { place.flow.tokens.accessTokenLifetime }

    /// The tokens of a grant, the refresh token apart; where no API was named, the access token is for Microsoft Graph.
    func reply(to grant: UserFlowGrant, isRefresh: Bool, wantsClientInfo: Bool) throws -> TokenReply {
        let now = platform.settings.now().seconds
        let resource = grant.scopes.resource ?? RegisteredApp.graphID
        var reply = TokenReply(
            scope: grant.scopes.text, expiresIn: lifetime,
            accessToken: try accessToken(for: resource, grant: grant, now: now))
        if grant.scopes.wantsIDToken {
            reply.idToken = try idToken(
                grant, nonce: isRefresh ? nil : grant.nonce, accessToken: nil, code: nil, now: now)
        }
        if wantsClientInfo { reply.clientInfo = ClientInfo(of: customer, at: place).text }
        return reply
    }

    /// An access token for an API.
    func accessToken(for resource: String, grant: UserFlowGrant, now: Int) throws -> String {
        var claims = claims(audience: resource, grant: grant, now: now)
        let permissions =
            grant.scopes.permissions.isEmpty
            ? grant.scopes.openIDConnect.filter { $0 != "offline_access" } : grant.scopes.permissions
        claims.add("scp", permissions.joined(separator: " "))
        claims.add("azp", grant.clientID)
        claims.add("azpacr", "0")
        return try platform.keys.sign(claims)
    }

    /// An ID token, tied to what travels beside it.
    func idToken(
        _ grant: UserFlowGrant, nonce: String?, accessToken: String?, code: String?, now: Int
    ) throws -> String {
        var claims = claims(audience: grant.clientID, grant: grant, now: now)
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["at_hash"] = accessToken.map { .string(UserFlowTokenIssuer.hash(of: $0)) }
        claims["c_hash"] = code.map { .string(UserFlowTokenIssuer.hash(of: $0)) }
        if grant.scopes.openIDConnect.contains("email") { claims.add("email", customer.email) }
        for name in place.flow.claims {
            if let value = customer.attributes[name] { claims[name] = value.json }
        }
        return try platform.keys.sign(claims)
    }

    private func claims(audience: String, grant: UserFlowGrant, now: Int) -> TokenClaims {
        var claims = TokenClaims()
        claims.add("ver", "2.0")
        claims.add("iss", place.issuer(at: platform.baseURL))
        claims.add("aud", audience)
        claims.add("iat", number: now)
        claims.add("nbf", number: now)
        claims.add("exp", number: now + lifetime)
        claims.add("sub", platform.keys.subject(of: customer.id, for: audience))
        claims.add("oid", customer.id)
        claims.add("tid", place.tenant.id)
        claims.add("name", customer.displayName)
        claims.add("preferred_username", customer.email)
        claims.add("uti", platform.settings.random.text(bytes: 16))
        return claims
    }
}
