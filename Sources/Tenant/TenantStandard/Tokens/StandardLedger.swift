// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth
import TenantDirectory

/// Keeps grants, codes and tokens; nobody can read one out of it.
///
/// What may happen once is decided inside one write.
struct StandardLedger: Sendable {
    let database: TenantDatabase
    let random: RandomSource
    let now: @Sendable () -> Date

    /// RFC 6749 §4.1.2 allows ten minutes; a client that redeems at once needs seconds.
    static let codeLifetime: TimeInterval = 60
    static let accessTokenLifetime: TimeInterval = 600
    /// Each use of a rotated token begins it anew.
    static let refreshTokenLifetime: TimeInterval = 30 * 86_400
    /// After which everything from a sign-in is at its end, however often tokens were refreshed.
    static let grantLifetime: TimeInterval = 90 * 86_400
    /// How many grants, and how many access tokens, are kept; the oldest go first.
    ///
    /// The secrets of the sample clients are public, so that any site can have them ask for tokens. The figure is ours.
    static let capacity = 20_000

    /// A grant that is not kept yet.
    func newGrant(for authorize: StandardAuthorizationRequest, member: StandardSessions.Member) -> StandardGrant {
        StandardGrant(
            id: random.text(bytes: 16), clientID: authorize.client.id, personID: member.person.id,
            sessionID: member.sessionID, scope: authorize.scopes.text, claims: authorize.claims.text,
            authenticatedAt: member.authenticatedAt, issuedAt: now())
    }

    /// A grant for a client itself, not kept yet. RFC 6749 §4.4
    func newGrant(for client: StandardClient, scopes: ScopeSet) -> StandardGrant {
        StandardGrant(
            id: random.text(bytes: 16), clientID: client.id, personID: nil, sessionID: nil, scope: scopes.text,
            claims: nil, authenticatedAt: nil, issuedAt: now())
    }

    /// Keeps a grant, and forgets those that are at their end with all that came from them.
    func keep(_ grant: StandardGrant) async throws {
        try await database.queue.write { try insert(grant, in: $0) }
    }

    func insert(_ grant: StandardGrant, in database: Database) throws {
        let now = now()
        try StandardGrant.filter(Column("issuedAt") < now - Self.grantLifetime - 86_400).deleteAll(database)
        try StandardAccessToken.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
        try StandardCode.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
        try StandardGrant.makeRoom(in: database, capacity: Self.capacity)
        try grant.insert(database)
    }

    /// Keeps a grant and gives the code for it, once.
    func issueCode(of grant: StandardGrant, for authorize: StandardAuthorizationRequest) async throws -> String {
        let code = random.text()
        let row = StandardCode(
            codeHash: SecretHash.of(code), grantID: grant.id, redirectURI: authorize.target.redirectURI?.text ?? "",
            nonce: authorize.nonce, codeChallenge: authorize.codeChallenge, thumbprint: authorize.thumbprint,
            expiresAt: now() + Self.codeLifetime, isRedeemed: false)
        try await database.queue.write { database in
            try insert(grant, in: database)
            try row.insert(database)
        }
        return code
    }

    /// Takes a code, so that it is good for nobody else.
    ///
    /// A second try by its own client ends everything that came from it (RFC 6749 §4.1.2, RFC 9700 §4.5.3); another
    /// client can do neither.
    ///
    /// - Returns: The code and its grant; `nil` if it is unknown, used up, too old or another client's.
    func redeem(code: String, by client: StandardClient) async throws -> (code: StandardCode, grant: StandardGrant)? {
        let hash = SecretHash.of(code)
        let now = now()
        return try await database.queue.write { database in
            guard let row = try StandardCode.fetchOne(database, key: hash),
                let grant = try StandardGrant.fetchOne(database, key: row.grantID), grant.clientID == client.id
            else { return nil }
            guard !row.isRedeemed else {
                try revoke(grant.id, in: database)
                return nil
            }
            var redeemed = row
            redeemed.isRedeemed = true
            try redeemed.update(database)
            return grant.revokedAt == nil && row.expiresAt > now ? (row, grant) : nil
        }
    }

    /// Ends a grant, and with it every token from it and every grant that continues it.
    func revoke(_ grantID: String) async throws {
        try await database.queue.write { try revoke(grantID, in: $0) }
    }

    func revoke(_ grantID: String, in database: Database) throws {
        try StandardGrant.filter(Column("id") == grantID || Column("originID") == grantID)
            .filter(Column("revokedAt") == nil)
            .updateAll(database, Column("revokedAt").set(to: now()))
    }
}
