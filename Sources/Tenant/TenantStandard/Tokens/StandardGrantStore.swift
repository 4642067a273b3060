// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// Stores only hashes of secrets; each step that may succeed only once is one transaction.
struct StandardGrantStore: Sendable {
    let database: TenantDatabase
    let random: RandomSource
    let now: @Sendable () -> Date

    /// The maximum number of grants, and of access tokens; the newest replace the oldest.
    ///
    /// The secrets of the sample clients are public, so any site can request tokens. The limit is Tessera's.
    static let capacity = 20_000

    /// An unstored grant for the member of a session, an absent person (RFC 7523 §2.1), or the client (RFC 6749 §4.4).
    ///
    /// It ends with its `origin` (RFC 8693).
    func newGrant(
        for client: StandardClient, member: StandardSessions.Member? = nil, person: String? = nil,
        continuing origin: StandardGrant? = nil, rights: StandardRights, claims: String? = nil
    ) -> StandardGrant {
        StandardGrant(
            id: random.text(bytes: 16), clientID: client.id,
            personID: member?.person.id ?? person ?? origin?.personID,
            sessionID: member?.sessionID ?? origin?.sessionID, scope: rights.scopes.text, claims: claims,
            authenticatedAt: member?.authenticatedAt ?? origin?.authenticatedAt,
            issuedAt: origin?.issuedAt ?? now(), originID: origin.map { $0.originID ?? $0.id },
            resources: rights.resourceText, authorizationDetails: rights.detailText)
    }

    /// Also removes expired grants, with their codes and tokens.
    func keep(_ grant: StandardGrant) async throws { try await database.write { try insert(grant, in: $0) } }

    func insert(_ grant: StandardGrant, in database: Database) throws {
        let now = now()
        // A shorter lifetime applies to later grants only.
        let longest = max(self.database.lifetimes[.standardGrant], TimeInterval(TenantLifetime.standardGrant.usual))
        let oldest = now - longest - 86_400
        try StandardGrant.filter(Column("issuedAt") < oldest).deleteAll(database)
        try StandardAccessToken.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
        try StandardCode.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
        try StandardGrant.makeRoom(in: database, capacity: Self.capacity)
        try grant.insert(database)
    }

    func issueCode(of grant: StandardGrant, for authorize: StandardAuthorizationRequest) async throws -> String {
        let code = random.text()
        let row = StandardCode(
            codeHash: SecretHash.of(code), grantID: grant.id, redirectURI: authorize.target.redirectURI?.text ?? "",
            nonce: authorize.nonce, codeChallenge: authorize.codeChallenge, thumbprint: authorize.thumbprint,
            expiresAt: now() + database.lifetimes[.standardCode], isRedeemed: false)
        try await database.write { database in
            try insert(grant, in: database)
            try row.insert(database)
        }
        return code
    }

    /// Redeems a code, so that it cannot be used again.
    ///
    /// A second attempt by its own client revokes the grant (RFC 6749 §4.1.2, RFC 9700 §4.5.3); another client can
    /// neither redeem nor revoke it.
    func redeem(
        code: String, by client: StandardClient
    ) async throws -> Result<(code: StandardCode, grant: StandardGrant), StandardError> {
        let hash = SecretHash.of(code)
        let now = now()
        return try await database.write { database in
            guard let row = try StandardCode.fetchOne(database, key: hash),
                let grant = try StandardGrant.fetchOne(database, key: row.grantID), grant.clientID == client.id
            else { return .failure(.unusableGrant(because: "The code is unknown, long expired, or another client's.")) }
            guard !row.isRedeemed else {
                try revoke(row.grantID, in: database)
                return .failure(
                    .unusableGrant(
                        because: "The code was redeemed before, so its grant has ended. RFC 6749 section 4.1.2",
                        remedy: "Redeem each code once; do not redeem it again when the page reloads."))
            }
            var redeemed = row
            redeemed.isRedeemed = true
            try redeemed.update(database)
            guard grant.revokedAt == nil, row.expiresAt > now else {
                return .failure(
                    .unusableGrant(because: "The code has expired, or its grant was revoked; redeem it at once."))
            }
            return .success((row, grant))
        }
    }

    func revoke(_ grantID: String) async throws { try await database.write { try revoke(grantID, in: $0) } }

    func revoke(_ grantID: String, in database: Database) throws {
        try StandardGrant.filter(Column("id") == grantID || Column("originID") == grantID)
            .filter(Column("revokedAt") == nil)
            .updateAll(database, Column("revokedAt").set(to: now()))
    }
}

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

    /// Finds a valid refresh token, or a used one, so that a replay is detected.
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

    /// Marks a refresh token as used, and returns the next one; `nil` if it was already used.
    ///
    /// The later of two concurrent requests revokes the grant, because the provider cannot tell the client from a
    /// thief. RFC 9700 §4.14.2
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

    /// Revokes the grants without `offline_access`. OpenID Connect Back-Channel Logout §2.7
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
    var rights: StandardRights {
        var rights = grant.rights
        rights.scopes = ScopeSet(text: token.scope)
        return rights
    }
}
