// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
import SQLiteRecords
package import TenantAuthorization
import TenantDirectory

/// Stores only hashes of codes and refresh tokens.
package struct UserFlowGrantStore: Sendable {
    let database: TenantDatabase
    let random: RandomSource

    /// The maximum number of codes and refresh tokens; the newest replace the oldest.
    static let capacity = 20_000

    /// Earlier refresh tokens stay valid.
    package func issueRefreshToken(
        _ grant: UserFlowGrant, now: Date, lifetime: TimeInterval
    ) async throws -> (token: String, endsAt: Date) {
        var grant = grant
        grant.isNewCustomer = false
        if grant.isSinglePage == true, grant.refreshTokensEndAt == nil {
            grant.refreshTokensEndAt = now + database.lifetimes[.customerSinglePage]
        }
        let end = grant.refreshTokensEndAt ?? now + lifetime
        return (try await issue(random.text(bytes: 48), for: grant, binding: nil, now: now, end: end), end)
    }

    /// Redeems a code in one transaction: of two concurrent requests, only one succeeds.
    ///
    /// `check` validates the client by the grant; a refused client does not use up the code.
    package func redeem(
        code: String, by clientID: String, now: Date, check: @escaping @Sendable (UserFlowGrant) throws -> Void
    ) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(code)
        return try await database.write { database in
            guard let row = try UserFlowGrantRow.fetchOne(database, key: hash), row.binding != nil else {
                throw UserFlowError.unusableGrant("The provided code was not issued by this service.")
            }
            // A client cannot use up the code of another client.
            guard row.grant.clientID == clientID else { throw UserFlowError.otherClient }
            guard !row.redeemed else { throw UserFlowError.revoked }
            try check(row.grant)
            var used = row
            used.redeemed = true
            try used.update(database)
            guard row.expiresAt > now else {
                throw UserFlowError.expired(issuedAt: row.issuedAt, expiredAt: row.expiresAt, now: now)
            }
            return row
        }
    }

    /// Also returns an expired token.
    package func refreshToken(_ token: String, of clientID: String) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(token)
        let row = try await database.read { try UserFlowGrantRow.fetchOne($0, key: hash) }
        guard let row, row.binding == nil else {
            throw UserFlowError.unusableGrant("The provided refresh token was not issued by this service.")
        }
        guard row.grant.clientID == clientID else { throw UserFlowError.otherClient }
        return row
    }

    /// Without `end`, it expires as codes do.
    func issue(
        _ secret: String, for grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding?, now: Date, end: Date? = nil
    ) async throws -> String {
        let row = UserFlowGrantRow(
            secretHash: SecretHash.of(secret), grant: grant, binding: binding, issuedAt: now,
            expiresAt: end ?? now + database.lifetimes[.customerCode], redeemed: false)
        try await database.write { database in
            // Rows are kept for a day after they expire, so that a late client gets "expired" and not "unknown".
            try UserFlowGrantRow.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
            try UserFlowGrantRow.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return secret
    }
}

package struct UserFlowGrantRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "userFlowGrant"

    package struct CodeBinding: Codable, Sendable, Hashable {
        package let redirectURI: String
        package let challenge: CodeChallenge?
    }

    let secretHash: String
    package let grant: UserFlowGrant
    package let binding: CodeBinding?
    package let issuedAt: Date
    let expiresAt: Date
    var redeemed: Bool

    /// Refreshing does not extend a token beyond the window after the sign-in.
    package func end(within window: TimeInterval?) -> Date {
        min(expiresAt, window.map { grant.authenticatedAt + $0 } ?? .distantFuture)
    }
}

/// A customer's grant to an app; the code, the refresh token, and all later tokens have it.
package struct UserFlowGrant: Codable, Sendable, Hashable {
    package let tenantID: String
    package let flow: String
    package let clientID: String
    package let customerID: String
    package var scopes: UserFlowScopes
    package let nonce: String?
    package let authenticatedAt: Date
    package var isNewCustomer: Bool
    /// Whether the app runs in a browser, where refresh tokens last only a day.
    package var isSinglePage: Bool?
    /// The end of the refresh tokens, if refreshing does not extend them.
    package var refreshTokensEndAt: Date?
    package var secondFactorAt: Date?
    /// A revoked grant is kept so that its client gets the right error.
    var isRevoked: Bool?

    package func isOver(for customer: Customer) -> Bool {
        isRevoked == true || authenticatedAt < customer.grantsEndedAt ?? .distantPast
    }
}

extension UserFlowGrant {
    package init(
        tenantID: String, flow: String, clientID: String, customerID: String, scopes: UserFlowScopes, nonce: String?,
        signedInAt: Date, secondFactorAt: Date? = nil
    ) {
        self.init(
            tenantID: tenantID, flow: flow, clientID: clientID, customerID: customerID, scopes: scopes, nonce: nonce,
            authenticatedAt: signedInAt, isNewCustomer: false, secondFactorAt: secondFactorAt)
    }
}

extension TenantDatabase {
    /// Whether a secret is a code or refresh token of Entra ID, which only its own endpoints accept.
    func isGrantOfEntraID(_ secret: String) async throws -> Bool {
        let hash = SecretHash.of(secret)
        return try await read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM authorizationCode WHERE codeHash = ?)
                        OR EXISTS (SELECT 1 FROM refreshToken WHERE tokenHash = ?)
                    """, arguments: [hash, hash]) ?? false
        }
    }
}
