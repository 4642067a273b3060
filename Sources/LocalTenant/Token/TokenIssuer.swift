// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// Writes and signs tokens.
struct TokenIssuer: Sendable {
    let platform: IdentityPlatform

    /// An ID token.
    ///
    /// `profile` decides how much it says.
    func idToken(for person: DirectoryPerson, grant: Grant, nonce: String?, now: Date) throws -> String {
        var claims = basic(audience: grant.clientID, issuer: platform.issuer(person.tenantID), now: now)
        claims.expiresAt = now.seconds + 3600
        claims.subject = platform.keys.subject(of: person.id, for: grant.clientID)
        claims.nonce = nonce
        let granted = Set(grant.scopes.map(\.value))
        if granted.contains("profile") { claims.addProfile(of: person) }
        if granted.contains("email") { claims.email = person.mail }
        claims.version = "2.0"
        return try platform.keys.sign(claims)
    }

    /// An access token for one API, in the form that the API registered for.
    func accessToken(
        for person: DirectoryPerson, grant: Grant, client: AuthenticatedClient, api: RegisteredApp,
        scopes: [ResolvedScope],
        lifetime: Int, now: Date
    ) throws -> String {
        let isVersion2 = api.accessTokenVersion == 2
        var claims = basic(
            audience: api.id, issuer: issuer(of: person.tenantID, isVersion2: isVersion2), now: now)
        claims.expiresAt = now.seconds + lifetime
        claims.subject = platform.keys.subject(of: person.id, for: api.id)
        claims.scopes = scopes.map(\.value).joined(separator: " ")
        claims.objectID = person.id
        claims.tenantID = person.tenantID
        claims.name = person.displayName
        claims.addClient(client, isVersion2: isVersion2)
        if isVersion2 {
            claims.preferredUsername = person.userPrincipalName
        } else {
            claims.addVersion1(of: person, grant: grant)
        }
        return try platform.keys.sign(claims)
    }

    /// Tokens of the first form name another issuer.
    func issuer(of tenantID: String, isVersion2: Bool) -> String {
        isVersion2 ? platform.issuer(tenantID) : "https://sts.windows.net/\(tenantID)/"
    }

    /// What every token says.
    func basic(audience: String, issuer: String, now: Date) -> TokenClaims {
        TokenClaims(
            audience: audience, issuer: issuer, issuedAt: now.seconds, notBefore: now.seconds,
            tokenID: platform.settings.random.text(bytes: 16))
    }

    /// 60 to 90 minutes, so that the tokens of many apps do not end together.
    func lifetime() -> Int {
        let bytes = platform.settings.random.bytes(2)
        return 3600 + (Int(bytes[0]) << 8 | Int(bytes[1])) % 1800
    }
}

extension Date {
    /// Whole seconds since 1970, as tokens count. RFC 7519 §2
    var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}
