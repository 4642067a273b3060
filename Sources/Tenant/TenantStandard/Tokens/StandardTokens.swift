// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

/// Writes and signs tokens.
struct StandardTokens: Sendable {
    let provider: StandardProvider

    /// An ID token, signed with the algorithm that its client registered.
    func idToken(_ content: IDTokenContent) throws -> String {
        try provider.keys.sign(
            content.claims(issuer: provider.issuer, now: provider.settings.now()),
            by: content.client.metadata.idTokenAlgorithm, type: IDTokenContent.type)
    }

    /// Issues an access token, in the format that its client registered.
    ///
    /// - Parameters:
    ///   - grant: The grant of the token.
    ///   - client: The client that gets the token.
    ///   - scopes: The scopes of the token; a subset of the grant's.
    ///   - thumbprint: The key that its sender must possess; `nil` for a bearer token.
    ///   - latestEnd: The latest expiry; `nil` for the usual lifetime.
    /// - Returns: The token.
    /// - Throws: Errors of the database and the crypto library.
    func accessToken(
        of grant: StandardGrant, for client: StandardClient, scopes: ScopeSet, thumbprint: String?,
        latestEnd: Date? = nil
    ) async throws -> String {
        let now = provider.settings.now()
        let id = provider.settings.random.text(bytes: 16)
        let usualEnd = now + StandardLedger.accessTokenLifetime
        let end = latestEnd.map { min($0, usualEnd) } ?? usualEnd
        let token: String
        switch client.metadata.accessTokenFormat {
        case .opaque: token = provider.settings.random.text()
        case .jwt:
            var claims = try await accessClaims(of: grant, scopes: scopes, thumbprint: thumbprint)
            claims["jti"] = .string(id)
            claims["iat"] = .integer(now.seconds)
            claims["exp"] = .integer(end.seconds)
            // RFC 9068 §2.1: every resource server understands RS256.
            token = try provider.keys.sign(claims, by: .rs256, type: "at+jwt")
        }
        try await provider.ledger.keep(
            StandardAccessToken(
                tokenHash: SecretHash.of(token), id: id, grantID: grant.id, scope: scopes.text,
                thumbprint: thumbprint, issuedAt: now, expiresAt: end))
        return token
    }

    /// The claims about an access token's rights, for a JWT or for introspection. RFC 9068 §2.2, RFC 7662 §2.2
    ///
    /// - Throws: Errors of the database.
    func accessClaims(
        of grant: StandardGrant, scopes: ScopeSet, thumbprint: String?
    ) async throws -> [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "iss": .string(provider.issuer), "sub": .string(grant.personID ?? grant.clientID),
            "aud": try await audience(of: scopes), "client_id": .string(grant.clientID), "scope": .string(scopes.text),
        ]
        claims["auth_time"] = grant.authenticatedAt.map { .integer($0.seconds) }
        claims["cnf"] = thumbprint.map { .object(["jkt": .string($0)]) }
        return claims
    }

    /// The servers that accept the scopes: this provider for UserInfo, and the APIs.
    private func audience(of scopes: ScopeSet) async throws -> JSONValue {
        let servers = try await provider.resourceServers()
            .filter { $0.metadata.resourceScopes.contains(where: scopes.contains) }
        let own = scopes.openIDConnectPart.isEmpty ? [] : [provider.issuer]
        let all = own + servers.map(\.audience)
        return all.count == 1 ? .string(all[0]) : .texts(all)
    }
}
