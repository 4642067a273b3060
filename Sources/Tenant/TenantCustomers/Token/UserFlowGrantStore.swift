// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
import SQLiteRecords
package import TenantAuthorization
import TenantDirectory

/// Stores the codes and refresh tokens of user flows.
///
/// It stores only hashes of secrets; a code can be redeemed once.
package struct UserFlowGrantStore: Sendable {
    let database: TenantDatabase
    let random: RandomSource

    /// The maximum number of codes and refresh tokens; the newest replace the oldest.
    static let capacity = 20_000

    /// Stores a new code, and returns it.
    func issue(
        _ code: String, for grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding, now: Date
    ) async throws -> String {
        try await issue(code, for: grant, binding: binding, now: now, end: now + database.lifetimes[.customerCode])
    }

    /// Issues a refresh token, with its expiry; earlier ones stay valid.
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

    /// Marks a code as used and returns its row in one transaction, so only one of two concurrent requests succeeds.
    ///
    /// `check` judges the client by the grant; a refused client does not use the code up.
    ///
    /// - Throws: ``UserFlowError`` (90080, 90090, 90129); errors of `check`.
    package func redeem(
        code: String, by clientID: String, now: Date, check: @escaping @Sendable (UserFlowGrant) throws -> Void
    ) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(code)
        return try await database.write { database in
            guard let row = try UserFlowGrantRow.fetchOne(database, key: hash), row.binding != nil else {
                throw UserFlowError.unusableGrant("The provided code is not one that this service gave out.")
            }
            // A client cannot use up the code of another one.
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

    /// The stored row of a refresh token, even if it has expired.
    ///
    /// - Throws: ``UserFlowError`` (90090).
    package func refreshToken(_ token: String, of clientID: String) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(token)
        let row = try await database.read { try UserFlowGrantRow.fetchOne($0, key: hash) }
        guard let row, row.binding == nil else {
            throw UserFlowError.unusableGrant("The provided refresh token is not one that this service gave out.")
        }
        guard row.grant.clientID == clientID else { throw UserFlowError.otherClient }
        return row
    }

    private func issue(
        _ secret: String, for grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding?, now: Date, end: Date
    ) async throws -> String {
        let row = UserFlowGrantRow(
            secretHash: SecretHash.of(secret), grant: grant, binding: binding, issuedAt: now, expiresAt: end,
            redeemed: false)
        try await database.write { database in
            // Rows are kept for a day after they expire, so that a late client gets "expired" and not "unknown".
            try UserFlowGrantRow.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
            try UserFlowGrantRow.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return secret
    }
}

/// A code or a refresh token as the store stores it.
package struct UserFlowGrantRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "userFlowGrant"

    /// The values that the redeemer of a code must prove.
    package struct CodeBinding: Codable, Sendable, Hashable {
        package let redirectURI: String
        package let challenge: CodeChallenge?
    }

    let secretHash: String
    package let grant: UserFlowGrant
    /// `nil` for a refresh token.
    package let binding: CodeBinding?
    package let issuedAt: Date
    let expiresAt: Date
    var redeemed: Bool

    /// When it expires; refreshing does not extend it beyond the window after the sign-in.
    package func end(within window: TimeInterval?) -> Date {
        min(expiresAt, window.map { grant.authenticatedAt + $0 } ?? .distantFuture)
    }
}

/// A customer's grant to an app in one user flow; the code, the refresh token and every later token carry it on.
package struct UserFlowGrant: Codable, Sendable, Hashable {
    package let tenantID: String
    /// The name of the flow, as it was defined.
    package let flow: String
    package let clientID: String
    package let customerID: String
    package var scopes: UserFlowScopes
    package let nonce: String?
    package let authenticatedAt: Date
    /// Whether the customer signed up in this run.
    package var isNewCustomer: Bool
    /// Whether the app runs in a browser, where refresh tokens last only a day.
    package var isSinglePage: Bool?
    /// When the refresh tokens end, if refreshing does not extend them.
    package var refreshTokensEndAt: Date?
    /// When the customer typed the right code of the second factor; `nil` without one.
    package var secondFactorAt: Date?
    /// Whether it was revoked; the row is kept so that its client gets the right error.
    var isRevoked: Bool?

    /// Whether it was revoked, or a later password reset ended the customer's grants.
    package func isOver(for customer: Customer) -> Bool {
        isRevoked == true || authenticatedAt < customer.grantsEndedAt ?? .distantPast
    }
}

extension UserFlowGrant {
    /// A grant without a run of the flow, for a known customer.
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
