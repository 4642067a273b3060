// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth
import TenantDirectory
import TenantEntra

/// Stores the codes and refresh tokens of user flows.
///
/// It stores only hashes of secrets; a code can be redeemed once.
struct UserFlowLedger: Sendable {
    let database: TenantDatabase
    let random: RandomSource

    static let codeLifetime: TimeInterval = 600
    /// How long the refresh tokens of one sign-in last for an app in a browser, independent of the flow and of
    /// refreshes.
    static let singlePageLifetime: TimeInterval = 86_400

    /// Issues and stores a code; codes of External ID have the form of Entra ID's.
    func issueCode(
        _ grant: UserFlowGrant, binding: UserFlowGrantRow.CodeBinding, of service: UserFlow.Service, now: Date
    ) async throws -> String {
        let code = service == .externalID ? AuthorizationCode.make(from: random) : random.text(bytes: 48)
        return try await issue(code, for: grant, binding: binding, now: now, end: now + Self.codeLifetime)
    }

    /// Issues a refresh token, with its expiry; earlier ones stay valid.
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

    /// Marks a code as used and returns its row in one transaction, so only one of two concurrent requests succeeds.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - clientID: The client that redeems it.
    ///   - now: The time.
    ///   - check: Checks the client against the grant; a refused client does not use the code up.
    /// - Returns: The stored row.
    /// - Throws: ``UserFlowError`` (90080, 90090, 90129); errors of `check`.
    func redeem(
        code: String, by clientID: String, now: Date, check: @escaping @Sendable (UserFlowGrant) throws -> Void
    ) async throws -> UserFlowGrantRow {
        let hash = SecretHash.of(code)
        return try await database.queue.write { database in
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
            // Rows are kept for a day after they expire, so that a late client gets "expired" and not "unknown".
            try UserFlowGrantRow.filter(Column("expiresAt") < now - 86_400).deleteAll(database)
            try UserFlowGrantRow.makeRoom(in: database, capacity: GrantLedger.capacity)
            try row.insert(database)
        }
        return secret
    }
}
