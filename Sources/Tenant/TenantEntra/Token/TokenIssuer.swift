// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
package import TenantAuthorization
package import TenantDirectory

package struct TokenIssuer: Sendable {
    /// All people sign in from this machine.
    package static let clientAddress = "127.0.0.1"

    let platform: PlatformContext

    package func basic(audience: String, issuer: String, now: Date, lifetime: Int) -> TokenClaims {
        var claims = TokenClaims()
        claims.add("aud", audience)
        claims.add("iss", issuer)
        claims.add("iat", number: now.seconds)
        claims.add("nbf", number: now.seconds)
        claims.add("exp", number: now.seconds + lifetime)
        claims.add("uti", platform.settings.random.text(bytes: 16))
        // Entra ID's internal claims, which are opaque to clients.
        claims.add("aio", "AX" + platform.settings.random.text(bytes: 44))
        claims.add("rh", "1.AXoA" + platform.settings.random.text(bytes: 36) + ".")
        return claims
    }

    package func sign(_ claims: TokenClaims, isVersion2: Bool) throws -> String {
        try platform.keys.sign(claims.text, as: .entraID, isVersion1: !isVersion2)
    }

    package func issuer(of tenantID: String, isVersion2: Bool) -> String {
        isVersion2 ? platform.issuer(tenantID) : Self.version1Issuer(of: tenantID)
    }

    /// The same in every installation.
    static func version1Issuer(of tenantID: String) -> String { "https://sts.windows.net/\(tenantID)/" }

    /// In seconds; by default a random 60 to 90 minutes, so that the tokens of many apps do not expire together.
    package func lifetime() -> Int {
        if let chosen = platform.database.lifetimes.chosen(.entraAccessToken) { return chosen }
        let bytes = platform.settings.random.bytes(2)
        return TenantLifetime.entraAccessToken.usual + (Int(bytes[0]) << 8 | Int(bytes[1])) % 1800
    }

    /// The scope `profile` adds the name claims; the app's registration and the request add optional claims.
    ///
    /// `hashes` is `nil` at the token endpoint. Without a `request`, the claims of the sign-in apply.
    package func idToken(
        for person: DirectoryPerson, grant: Grant, nonce: String?, hashes: TokenHashes? = nil,
        request: ClaimsParameter? = nil, now: Date
    ) async throws -> String {
        guard let client = try await platform.database.app(grant.clientID) else { throw EntraError.unknownGrant }
        let source = try await ClaimSource(person, grant: grant, request: request, platform: platform)
        var claims = basic(
            audience: client.id, issuer: platform.issuer(person.tenantID), now: now,
            lifetime: platform.database.lifetimes.seconds(.entraIDToken))
        claims.add("ver", "2.0")
        claims.add("sub", platform.keys.subject(of: person.id, for: client.id))
        claims.add("nonce", nonce)
        if source.hasScope("profile") {
            claims.add("name", person.displayName)
            claims.add("preferred_username", person.userPrincipalName)
            claims.add("oid", person.id)
            claims.add("tid", person.tenantID)
        }
        if source.hasScope("email") || person.userType == .guest { claims.add("email", person.mail) }
        add(rolesAndGroupsOf: source, for: client, to: &claims, isInAddress: hashes != nil)
        claims.add("idp", source.identityProvider)
        claims.add("c_hash", hashes?.codeHash)
        claims.add("at_hash", hashes?.accessTokenHash)
        claims.addOptional(client.optionalClaims.idToken + source.request.idToken.keys.sorted(), from: source)
        claims.addOwn(of: person)
        return try platform.keys.sign(claims.text, as: .entraID)
    }

    /// An access token for one API, in the API's registered version.
    ///
    /// With `isInAddress`, the token is part of a URL. Without a `request`, the claims of the sign-in apply.
    package func accessToken(
        for person: DirectoryPerson, grant: Grant, client: AuthenticatedClient, api: RegisteredApp,
        scopes: [ResolvedScope], lifetime: Int, isInAddress: Bool = false, request: ClaimsParameter? = nil, now: Date
    ) async throws -> String {
        let isVersion2 = api.accessTokenVersion == 2
        let source = try await ClaimSource(person, grant: grant, request: request, platform: platform)
        var claims = basic(
            audience: api.audience, issuer: issuer(of: person.tenantID, isVersion2: isVersion2), now: now,
            lifetime: lifetime)
        let note = SealedSignIn(authenticatedAt: grant.authenticatedAt, secondFactorAt: grant.secondFactorAt)
        claims.add("aio", try note.sealed(with: platform.keys.noteKey, random: platform.settings.random))
        claims.add("sub", platform.keys.subject(of: person.id, for: api.id))
        claims.add("scp", scopes.map(\.value).joined(separator: " "))
        claims.add("oid", person.id)
        claims.add("tid", person.tenantID)
        claims.add("name", person.displayName)
        claims.addClient(client, isVersion2: isVersion2)
        if isVersion2 {
            claims.add("preferred_username", person.userPrincipalName)
        } else {
            claims.addVersion1(of: person, grant: grant)
        }
        add(rolesAndGroupsOf: source, for: api, to: &claims, isInAddress: isInAddress)
        claims.add("idp", source.identityProvider)
        claims.add("acrs", texts: source.contexts)
        if api.readsClientCapabilities {
            claims.add("xms_cc", texts: source.request.clientCapabilities)
        }
        claims.addOptional(api.optionalClaims.accessToken, from: source)
        claims.addOwn(of: person)
        return try sign(claims, isVersion2: isVersion2)
    }

    private func add(
        rolesAndGroupsOf source: ClaimSource, for audience: RegisteredApp, to claims: inout TokenClaims,
        isInAddress: Bool
    ) {
        claims.add("roles", texts: audience.roles(of: source.principalIDs, as: .user))
        claims.addGroups(of: source, for: audience, isInAddress: isInAddress, graphURL: platform.graphURL)
    }

    /// An app's own access token: it has roles and, in place of a person, the app's service principal.
    package func appToken(
        for client: AuthenticatedClient, in tenant: Tenant, api: RegisteredApp, lifetime: Int, now: Date
    ) throws -> String {
        let isVersion2 = api.accessTokenVersion == 2
        let roles = api.roles(ofApp: client.app, in: tenant)
        guard !api.appRoleAssignmentRequired || !roles.isEmpty || api.isAssigned([client.app.id]) else {
            throw EntraError.appNotAssigned(client.app, to: api)
        }
        let issuer = issuer(of: tenant.id, isVersion2: isVersion2)
        var claims = basic(audience: api.audience, issuer: issuer, now: now, lifetime: lifetime)
        let entry = platform.keys.servicePrincipalID(of: client.app.id, in: tenant.id)
        claims.add("oid", entry)
        claims.add("sub", entry)
        claims.add("tid", tenant.id)
        claims.add("roles", texts: roles)
        claims.addClient(client, isVersion2: isVersion2)
        if isVersion2 {
            claims.add("xms_ftd", platform.settings.random.text(bytes: 33))
        } else {
            claims.add("idp", issuer)
        }
        if !isVersion2 || api.optionalClaims.accessToken.contains("idtyp") { claims.add("idtyp", "app") }
        return try sign(claims, isVersion2: isVersion2)
    }
}

extension RegisteredApp {
    /// Whether its tokens contain the client's capabilities, so that it can refuse a revoked one early.
    var readsClientCapabilities: Bool {
        id == RegisteredApp.graphID || optionalClaims.accessToken.contains("xms_cc")
    }
}
