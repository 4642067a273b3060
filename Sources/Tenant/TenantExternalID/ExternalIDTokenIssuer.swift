// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SystemCryptography
import TenantAuthorization
import TenantCustomers
import TenantDirectory
import TenantEntra

struct ExternalIDTokenIssuer: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow
    let customer: Customer

    var lifetime: Int { place.flow.tokens.accessTokenLifetime }

    /// An access token in the version that the API registered; without an API, for Microsoft Graph.
    func accessToken(_ grant: UserFlowGrant, for client: AuthenticatedClient) async throws -> String {
        let resource = grant.scopes.resource ?? RegisteredApp.graphID
        guard let api = try await platform.database.app(resource) else {
            throw EntraError.unknownResource(resource, tenant: place.tenant.id)
        }
        let isVersion2 = api.accessTokenVersion == 2
        var claims = basic(audience: api.audience, isVersion2: isVersion2)
        let note = SealedSignIn(authenticatedAt: grant.authenticatedAt, secondFactorAt: grant.secondFactorAt)
        claims.add("aio", try note.sealed(with: platform.keys.noteKey, random: platform.settings.random))
        claims.add("sub", platform.keys.subject(of: customer.id, for: api.id))
        let permissions =
            grant.scopes.permissions.isEmpty
            ? grant.scopes.openIDConnect.filter { $0 != "offline_access" } : grant.scopes.permissions
        claims.add("scp", permissions.joined(separator: " "))
        claims.add("oid", customer.id)
        claims.add("tid", place.tenant.id)
        claims.add("name", customer.displayName)
        claims.addClient(client, isVersion2: isVersion2)
        if isVersion2 {
            claims.add("preferred_username", customer.email)
        } else {
            addVersion1(to: &claims, of: grant)
        }
        return try platform.tokens.sign(claims, isVersion2: isVersion2)
    }

    /// The `profile` and `email` scopes decide which claims it has; `hashes` is `nil` at the token endpoint.
    func idToken(_ grant: UserFlowGrant, nonce: String?, hashes: TokenHashes? = nil) throws -> String {
        var claims = basic(audience: grant.clientID, isVersion2: true)
        claims.add("ver", "2.0")
        claims.add("sub", platform.keys.subject(of: customer.id, for: grant.clientID))
        claims.add("nonce", nonce)
        if grant.scopes.openIDConnect.contains("profile") {
            claims.add("name", customer.displayName)
            claims.add("preferred_username", customer.email)
            claims.add("oid", customer.id)
            claims.add("tid", place.tenant.id)
        }
        if grant.scopes.openIDConnect.contains("email") { claims.add("email", customer.email) }
        claims.add("c_hash", hashes?.codeHash)
        claims.add("at_hash", hashes?.accessTokenHash)
        for name in place.flow.claims {
            if let value = customer.attributes[name] { claims[name] = value.json }
        }
        return try platform.keys.sign(claims.text, as: .entraID)
    }

    private func basic(audience: String, isVersion2: Bool) -> TokenClaims {
        platform.tokens.basic(
            audience: audience, issuer: platform.tokens.issuer(of: place.tenant.id, isVersion2: isVersion2),
            now: platform.settings.now(), lifetime: lifetime)
    }

    /// A customer has no `upn`.
    private func addVersion1(to claims: inout TokenClaims, of grant: UserFlowGrant) {
        claims.add("acr", "1")
        claims.add("amr", texts: grant.secondFactorAt == nil ? ["pwd"] : ["pwd", "mfa"])
        claims.add("ipaddr", TokenIssuer.clientAddress)
        claims.add("unique_name", customer.email)
        claims.add("given_name", customer.givenName)
        claims.add("family_name", customer.surname)
        claims.add("idtyp", "user")
    }
}

extension SigningKeys {
    /// Stays the same until the customer's next sign-in. OpenID Connect Session Management §3
    func sessionID(of customerID: String, since begin: Date) -> String {
        let code = SHA256.hash(data: Data(subject(of: "\(customerID) \(begin.seconds)", for: "session").utf8))
        return RandomSource { Array(code.prefix($0)) }.identifier()
    }
}
