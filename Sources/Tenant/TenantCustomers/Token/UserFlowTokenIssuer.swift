// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
import TenantDirectory

package struct UserFlowTokenIssuer: Sendable {
    package let platform: PlatformContext
    package let place: ResolvedUserFlow
    package let customer: Customer

    package init(platform: PlatformContext, place: ResolvedUserFlow, customer: Customer) {
        (self.platform, self.place, self.customer) = (platform, place, customer)
    }

    private var settings: FlowTokenSettings { place.flow.tokens }
    private var lifetime: Int { settings.accessTokenLifetime }

    /// Without an API in the scope there is no access token; apps of 2016 used the ID token instead.
    package func reply(to grant: UserFlowGrant, isRefresh: Bool, wantsClientInfo: Bool) throws -> UserFlowTokenReply {
        let now = platform.settings.now().seconds
        var reply = UserFlowTokenReply(
            scope: grant.scopes.text, notBefore: now, lifetime: lifetime, profileInfo: profileInfo)
        if let resource = grant.scopes.resource {
            reply.accessToken = try accessToken(for: resource, grant: grant, now: now)
            reply.resource = resource
        }
        if grant.scopes.wantsIDToken {
            // OpenID Connect Core §12.2: a refreshed ID token should not have the nonce.
            reply.idToken = try idToken(
                grant, nonce: isRefresh ? nil : grant.nonce, accessToken: reply.accessToken, code: nil, now: now)
        }
        if wantsClientInfo { reply.clientInfo = ClientInfo(of: customer, at: place).text }
        return reply
    }

    func accessToken(for resource: String, grant: UserFlowGrant, now: Int) throws -> String {
        var claims = claims(audience: resource, grant: grant, now: now)
        claims.add("azp", grant.clientID)
        let permissions = grant.scopes.permissions
        claims["scp"] = permissions.isEmpty ? nil : .string(permissions.joined(separator: " "))
        claims["nonce"] = grant.nonce.map(JSONValue.string)
        return try platform.keys.sign(claims.text, as: .azureADB2C)
    }

    func idToken(
        _ grant: UserFlowGrant, nonce: String?, accessToken: String?, code: String?, now: Int
    ) throws -> String {
        var claims = claims(audience: grant.clientID, grant: grant, now: now)
        claims.add("auth_time", number: grant.authenticatedAt.seconds)
        claims["nonce"] = nonce.map(JSONValue.string)
        let hashes = TokenHashes(code: code, accessToken: accessToken)
        claims.add("at_hash", hashes.accessTokenHash)
        claims.add("c_hash", hashes.codeHash)
        return try platform.keys.sign(claims.text, as: .azureADB2C)
    }

    private func claims(audience: String, grant: UserFlowGrant, now: Int) -> TokenClaims {
        var claims = TokenClaims()
        claims.add(customer, as: place.flow, isNew: grant.isNewCustomer)
        claims.add("ver", "1.0")
        claims.add("iss", place.issuer(at: platform.baseURL))
        claims.add("aud", audience)
        claims.add("iat", number: now)
        claims.add("nbf", number: now)
        claims.add("exp", number: now + lifetime)
        claims.add("sub", settings.subject == .objectID ? customer.id : "Not supported currently. Use oid claim.")
        // `tfp` has the name as defined; `acr` has it in lower case.
        claims.add(settings.flowClaim.rawValue, settings.flowClaim == .tfp ? place.flow.name : place.flow.addressName)
        return claims
    }

    /// The customer as base64url of JSON; members without a value are `null`.
    private var profileInfo: String {
        OrderedJSON.object([
            ("ver", .string("1.0")), ("tid", .string(place.tenant.id)), ("sub", .null),
            ("name", .string(customer.displayName)), ("preferred_username", .null), ("idp", .string("LocalAccount")),
        ]).text.utf8.unpaddedBase64URL
    }
}

extension TokenClaims {
    mutating func add(_ customer: Customer, as flow: UserFlow, isNew: Bool) {
        for name in flow.claims { self[name] = Self.claim(name, of: customer, isNew: isNew) }
    }

    private static func claim(_ name: String, of customer: Customer, isNew: Bool) -> JSONValue? {
        switch name {
        case "oid": .string(customer.id)
        case "name": .string(customer.displayName)
        case "given_name": customer.givenName.map(JSONValue.string)
        case "family_name": customer.surname.map(JSONValue.string)
        case "emails": .array([.string(customer.email)])
        case "newUser": isNew ? .boolean(true) : nil
        // Local accounts have no other identity provider.
        case "idp": nil
        default: customer.attributes[name]?.json
        }
    }
}

extension ClientInfo {
    /// A customer has a separate account in every flow.
    init(of customer: Customer, at place: ResolvedUserFlow) {
        self.init(uid: "\(customer.id)-\(place.flow.addressName)", utid: place.tenant.id)
    }
}
