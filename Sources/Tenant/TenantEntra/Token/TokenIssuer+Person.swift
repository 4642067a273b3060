// SPDX-License-Identifier: Apache-2.0
package import Foundation
import JOSE
import OAuth
import TenantAuthorization
package import TenantDirectory

extension TokenIssuer {
    /// An ID token.
    ///
    /// `profile` decides how much it says; the app's registration and the request what it says beyond the ordinary.
    ///
    /// - Parameters:
    ///   - person: Who signed in.
    ///   - grant: What the person allowed at sign-in.
    ///   - nonce: What ties the token to the request.
    ///   - hashes: What stands beside the token in the redirect; `nil` at the token endpoint.
    ///   - request: What the app asks the token to say; what it asked at sign-in if `nil`.
    ///   - now: The time.
    /// - Returns: The token.
    /// - Throws: ``EntraError`` (70000) if the app is gone.
    package func idToken(
        for person: DirectoryPerson, grant: Grant, nonce: String?, hashes: TokenHashes? = nil,
        request: ClaimsParameter? = nil, now: Date
    ) async throws -> String {
        guard let client = try await platform.database.app(grant.clientID) else { throw EntraError.unknownGrant }
        let source = try await ClaimSource(person, grant: grant, request: request, platform: platform)
        var claims = basic(
            audience: client.id, issuer: platform.issuer(person.tenantID), now: now, lifetime: Self.idTokenLifetime)
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

    /// An access token for one API, in the form that the API registered for.
    ///
    /// - Parameters:
    ///   - person: Who signed in.
    ///   - grant: What the person allowed at sign-in.
    ///   - client: The app, after it proved to be the one.
    ///   - api: Who will read the token.
    ///   - scopes: What the app may do there.
    ///   - lifetime: The seconds for which it is good.
    ///   - isInAddress: Whether it travels in an address and must not be long.
    ///   - request: What the app asks the token to say; what it asked at sign-in if `nil`.
    ///   - now: The time.
    /// - Returns: The token.
    /// - Throws: ``EntraError`` (70000) if the person's directory is gone.
    package func accessToken(
        for person: DirectoryPerson, grant: Grant, client: AuthenticatedClient, api: RegisteredApp,
        scopes: [ResolvedScope], lifetime: Int, isInAddress: Bool = false, request: ClaimsParameter? = nil, now: Date
    ) async throws -> String {
        let isVersion2 = api.accessTokenVersion == 2
        let source = try await ClaimSource(person, grant: grant, request: request, platform: platform)
        var claims = basic(
            audience: api.audience, issuer: issuer(of: person.tenantID, isVersion2: isVersion2), now: now,
            lifetime: lifetime)
        let note = SignInNote(authenticatedAt: grant.authenticatedAt, secondFactorAt: grant.secondFactorAt)
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
        if api.id == RegisteredApp.graphID || api.optionalClaims.accessToken.contains("xms_cc") {
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
        claims.addGroups(
            of: source, for: audience, isInAddress: isInAddress, graphURL: platform.graphURL)
    }
}
