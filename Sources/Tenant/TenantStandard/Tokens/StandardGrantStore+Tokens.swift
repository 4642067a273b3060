// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantDirectory

extension StandardGrantStore {
    struct Found<Token: Sendable>: Sendable {
        let token: Token
        let grant: StandardGrant
    }

    func keep(_ token: StandardAccessToken) async throws {
        try await database.write { database in
            try StandardAccessToken.makeRoom(in: database, capacity: Self.capacity)
            try token.insert(database)
        }
    }

    func issueRefreshToken(
        of grant: StandardGrant, scope: String, confirmation: TokenConfirmation
    ) async throws -> String {
        let (token, row) = newRefreshToken(of: grant, scope: scope, confirmation: confirmation)
        try await database.write { try row.insert($0) }
        return token
    }

    private func newRefreshToken(
        of grant: StandardGrant, scope: String, confirmation: TokenConfirmation
    ) -> (String, StandardRefreshToken) {
        let token = random.text(bytes: 48)
        let (now, lifetimes) = (now(), database.lifetimes)
        let row = StandardRefreshToken(
            tokenHash: SecretHash.of(token), grantID: grant.id, scope: scope,
            thumbprint: confirmation.keyThumbprint, issuedAt: now,
            expiresAt: min(now + lifetimes[.standardRefreshToken], grant.issuedAt + lifetimes[.standardGrant]),
            isUsed: false,
            certificateThumbprint: confirmation.certificateThumbprint)
        return (token, row)
    }

    /// A refresh token that has not expired, with its grant; also a used one, so that a replay is noticed.
    func refreshToken(_ token: String) async throws -> Found<StandardRefreshToken>? { try await valid(token) }

    func accessToken(_ token: String) async throws -> Found<StandardAccessToken>? { try await valid(token) }

    private func valid<Token: GrantedToken>(_ token: String) async throws -> Found<Token>? {
        let hash = SecretHash.of(token)
        let now = now()
        return try await database.read { database in
            guard let row = try Token.fetchOne(database, key: hash), row.expiresAt > now,
                let grant = try StandardGrant.fetchOne(database, key: row.grantID), grant.revokedAt == nil
            else { return nil }
            return Found(token: row, grant: grant)
        }
    }

    /// Marks a refresh token as used and issues the next one.
    ///
    /// Of two concurrent requests one is late. A late one revokes the grant, because the provider cannot tell the
    /// client from a thief. RFC 9700 §4.14.2
    ///
    /// - Returns: The next token; `nil` if this one was used before.
    func rotate(_ found: Found<StandardRefreshToken>) async throws -> String? {
        let (token, next) = newRefreshToken(
            of: found.grant, scope: found.token.scope, confirmation: found.token.confirmation)
        return try await database.write { database in
            let unused = StandardRefreshToken.filter(
                Column("tokenHash") == found.token.tokenHash && Column("isUsed") == false)
            guard try unused.updateAll(database, Column("isUsed").set(to: true)) == 1 else {
                try revoke(found.grant.id, in: database)
                return nil
            }
            try next.insert(database)
            return token
        }
    }

    func revoke(_ token: StandardAccessToken) async throws {
        _ = try await database.write { try StandardAccessToken.deleteOne($0, key: token.tokenHash) }
    }

    /// The clients that the person signed in to in these sessions, each with its grant.
    func clients(of sessionIDs: [String]) async throws -> [(client: StandardClient, grant: StandardGrant)] {
        try await database.read { database in
            var seen: Set<[String]> = []
            return try StandardGrant.filter(sessionIDs.contains(Column("sessionID"))).fetchAll(database)
                .filter { seen.insert([$0.clientID, $0.sessionID ?? ""]).inserted }
                .compactMap { grant in
                    try StandardClient.fetchOne(database, key: grant.clientID).map { ($0, grant) }
                }
        }
    }

    /// Revokes the grants of these sessions, except grants with `offline_access`.
    ///
    /// OpenID Connect Back-Channel Logout §2.7
    func endGrants(of sessionIDs: [String]) async throws {
        try await database.write { database in
            let grants = try StandardGrant.filter(sessionIDs.contains(Column("sessionID"))).fetchAll(database)
            for grant in grants where !grant.scopes.contains("offline_access") {
                try revoke(grant.id, in: database)
            }
        }
    }
}

extension StandardGrantStore.Found<StandardRefreshToken> {
    /// The rights of a refresh token: those of its grant, with the token's scopes.
    var rights: StandardRights {
        var rights = grant.rights
        rights.scopes = ScopeSet(text: token.scope)
        return rights
    }
}
