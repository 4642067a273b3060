// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// Stores grants, codes and tokens; the secrets are stored as hashes.
///
/// Each step that may succeed only once is one transaction.
struct StandardGrantStore: Sendable {
    let database: TenantDatabase
    let random: RandomSource
    let now: @Sendable () -> Date

    /// How many grants, and how many access tokens, are stored; the oldest are removed first.
    ///
    /// The secrets of the sample clients are public, so any site can request tokens with them. Our own choice.
    static let capacity = 20_000

    /// A grant, not stored yet.
    ///
    /// It is for the member of a session, for an absent person (RFC 7523 §2.1), or for the client itself
    /// (RFC 6749 §4.4). One that continues another client's grant ends with that one (RFC 8693).
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

    /// Stores a grant, and removes expired grants together with their codes and tokens.
    func keep(_ grant: StandardGrant) async throws { try await database.write { try insert(grant, in: $0) } }

    func insert(_ grant: StandardGrant, in database: Database) throws {
        let now = now()
        let oldest = now - self.database.lifetimes[.standardGrant] - 86_400
        try StandardGrant.filter(Column("issuedAt") < oldest).deleteAll(database)
        try StandardAccessToken.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
        try StandardCode.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
        try StandardGrant.makeRoom(in: database, capacity: Self.capacity)
        try grant.insert(database)
    }

    /// Stores a grant and issues its code.
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
    ///
    /// - Returns: The code and its grant, or why it cannot be used.
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
                try revoke(grant.id, in: database)
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

    /// Revokes a grant, with all its tokens and every grant that continues it.
    func revoke(_ grantID: String) async throws { try await database.write { try revoke(grantID, in: $0) } }

    func revoke(_ grantID: String, in database: Database) throws {
        try StandardGrant.filter(Column("id") == grantID || Column("originID") == grantID)
            .filter(Column("revokedAt") == nil)
            .updateAll(database, Column("revokedAt").set(to: now()))
    }
}
