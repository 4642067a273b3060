// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth

/// Keeps the codes and refresh tokens of user flows.
///
/// Nobody can read one out of it; a code is given out once.
struct UserFlowLedger: Sendable {
    let database: TenantDatabase
    let random: RandomSource

    static let codeLifetime: TimeInterval = 600
    /// How long the refresh tokens of an app in a browser are good for, whatever the flow says.
    static let singlePageLifetime: TimeInterval = 86_400

    /// Writes a code down and gives it, once.
    func issueCode(
        _ grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding, now: Date
    ) async throws -> String {
        try await issue(grant, binding: binding, now: now, lifetime: Self.codeLifetime)
    }

    /// Gives a refresh token; earlier ones stay good.
    func issueRefreshToken(_ grant: UserFlowGrant, now: Date, lifetime: TimeInterval) async throws -> String {
        var grant = grant
        grant.isNewCustomer = false
        return try await issue(grant, binding: nil, now: now, lifetime: lifetime)
    }

    /// Marks a code as used and gives what was written down, in one step: of two who come at once, one is late.
    ///
    /// - Throws: ``UserFlowError`` (90080, 90090, 90129).
    func redeem(code: String, now: Date) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(code)
        return try await database.queue.write { database in
            guard let row = try UserFlowGrantRow.fetchOne(database, key: hash), row.binding != nil else {
                throw UserFlowError.unusableGrant("The provided code is not one that this service gave out.")
            }
            guard !row.redeemed else { throw UserFlowError.revoked }
            var used = row
            used.redeemed = true
            try used.update(database)
            guard row.expiresAt > now else {
                throw UserFlowError.expired(issuedAt: row.issuedAt, expiredAt: row.expiresAt, now: now)
            }
            return row
        }
    }

    /// What a refresh token stands for; however often tokens are refreshed, they end a window after the sign-in.
    ///
    /// - Throws: ``UserFlowError`` (90080, 90090).
    func row(ofRefreshToken token: String, window: TimeInterval?, now: Date) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(token)
        let row = try await database.queue.read { try UserFlowGrantRow.fetchOne($0, key: hash) }
        guard let row, row.binding == nil else {
            throw UserFlowError.unusableGrant("The provided refresh token is not one that this service gave out.")
        }
        let windowEnd = window.map { row.grant.authenticatedAt + $0 } ?? .distantFuture
        guard min(row.expiresAt, windowEnd) > now else {
            throw UserFlowError.expired(
                issuedAt: row.issuedAt, expiredAt: min(row.expiresAt, windowEnd), now: now,
                isWindow: windowEnd < row.expiresAt)
        }
        return row
    }

    private func issue(
        _ grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding?, now: Date, lifetime: TimeInterval
    ) async throws -> String {
        let secret = random.text(bytes: 48)
        let row = UserFlowGrantRow(
            secretHash: SecretHash.of(secret), grant: grant, binding: binding, issuedAt: now, expiresAt: now + lifetime,
            redeemed: false)
        try await database.queue.write { database in
            // Kept for a while after its end, so that a late client hears "expired" and not "unknown".
            try UserFlowGrantRow.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
            try row.insert(database)
        }
        return secret
    }
}
