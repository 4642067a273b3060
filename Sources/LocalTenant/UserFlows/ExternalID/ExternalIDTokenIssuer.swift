// SPDX-License-Identifier: Apache-2.0
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
        if wantsClientInfo {
            reply.clientInfo = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
                .clientInfo().unpaddedBase64URL
        }
        return reply
    }

    /// An access token for an API.
    func accessToken(for resource: String, grant: UserFlowGrant, now: Int) throws -> String {
        var claims = claims(audience: resource, grant: grant, now: now)
        let permissions =
            grant.scopes.permissions.isEmpty
            ? grant.scopes.openIDConnect.filter { $0 != "offline_access" } : grant.scopes.permissions
        claims["scp"] = .text(permissions.joined(separator: " "))
        claims["azp"] = .text(grant.clientID)
        claims["azpacr"] = .text("0")
        return try platform.keys.sign(claims)
    }

    /// An ID token, tied to what travels beside it.
    func idToken(
        _ grant: UserFlowGrant, nonce: String?, accessToken: String?, code: String?, now: Int
    ) throws -> String {
        var claims = claims(audience: grant.clientID, grant: grant, now: now)
        claims["nonce"] = nonce.map(UserFlowTokenClaims.Value.text)
        claims["at_hash"] = accessToken.map { .text(UserFlowTokenIssuer.hash(of: $0)) }
        claims["c_hash"] = code.map { .text(UserFlowTokenIssuer.hash(of: $0)) }
        if grant.scopes.openIDConnect.contains("email") { claims["email"] = .text(customer.email) }
        for name in place.flow.claims where customer.attributes[name] != nil {
            claims[name] = customer.attributes[name].map(UserFlowTokenClaims.Value.one)
        }
        return try platform.keys.sign(claims)
    }

    private func claims(audience: String, grant: UserFlowGrant, now: Int) -> UserFlowTokenClaims {
        var claims = UserFlowTokenClaims()
        claims["ver"] = .text("2.0")
        claims["iss"] = .text(place.issuer(at: platform.baseURL))
        claims["aud"] = .text(audience)
        claims["iat"] = .number(now)
        claims["nbf"] = .number(now)
        claims["exp"] = .number(now + lifetime)
        claims["sub"] = .text(platform.keys.subject(of: customer.id, for: audience))
        claims["oid"] = .text(customer.id)
        claims["tid"] = .text(place.tenant.id)
        claims["name"] = .text(customer.displayName)
        claims["preferred_username"] = .text(customer.email)
        claims["uti"] = .text(platform.settings.random.text(bytes: 16))
        return claims
    }
}
