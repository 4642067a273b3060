// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth
import TenantDirectory
import TenantEntra

/// Keeps the codes and refresh tokens of user flows.
///
/// Nobody can read one out of it; a code is given out once.
struct UserFlowLedger: Sendable {
    let database: TenantDatabase
    let random: RandomSource

    static let codeLifetime: TimeInterval = 600
    /// How long the refresh tokens of one sign-in to an app in a browser last, whatever the flow says, and however
    /// often they are used.
    static let singlePageLifetime: TimeInterval = 86_400

    /// Writes a code down and gives it, once; those of External ID have the form of Entra ID's.
    func issueCode(
        _ grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding, of service: UserFlow.Service, now: Date
    ) async throws -> String {
        let code = service == .externalID ? AuthorizationCode.make(from: random) : random.text(bytes: 48)
        return try await issue(code, for: grant, binding: binding, now: now, end: now + Self.codeLifetime)
    }

    /// Gives a refresh token, and when it ends; earlier ones stay good.
    func issueRefreshToken(
        _ grant: UserFlowGrant, now: Date, lifetime: TimeInterval
    ) async throws -> (token: String, endsAt: Date) {
        var grant = grant
        grant.isNewCustomer = false
        if grant.isSinglePage == true, grant.refreshTokensEndAt == nil {
            grant.refreshTokensEndAt = now + Self.singlePageLifetime
        }
        let end = grant.refreshTokensEndAt ?? now + lifetime
        return (try await issue(random.text(bytes: 48), for: grant, binding: nil, now: now, end: end), end)
    }

    /// Marks a code as used and gives what was written down, in one step: of two who come at once, one is late.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - clientID: Who redeems it.
    ///   - now: The time.
    ///   - check: Judges who redeems it by what was granted; who may not, cannot use it up either.
    /// - Returns: What was written down.
    /// - Throws: ``UserFlowError`` (90080, 90090, 90129); what `check` throws.
    func redeem(
        code: String, by clientID: String, now: Date, check: @escaping @Sendable (UserFlowGrant) throws -> Void
    ) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(code)
        return try await database.queue.write { database in
            guard let row = try UserFlowGrantRow.fetchOne(database, key: hash), row.binding != nil else {
                throw UserFlowError.unusableGrant("The provided code is not one that this service gave out.")
            }
            // Nobody can use up the code of another client.
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

    /// What a refresh token stands for, even if it is too old.
    ///
    /// - Throws: ``UserFlowError`` (90090).
    func refreshToken(_ token: String, of clientID: String) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(token)
        let row = try await database.queue.read { try UserFlowGrantRow.fetchOne($0, key: hash) }
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
        try await database.queue.write { database in
            // Kept for a while after its end, so that a late client hears "expired" and not "unknown".
            try UserFlowGrantRow.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
            try UserFlowGrantRow.makeRoom(in: database, capacity: GrantLedger.capacity)
            try row.insert(database)
        }
        return secret
    }
}
