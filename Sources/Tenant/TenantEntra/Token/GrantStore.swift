// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
package import TenantDirectory

/// Stores only hashes of codes and refresh tokens, so that the database reveals none.
package struct GrantStore: Sendable {
    package let database: TenantDatabase
    let random: RandomSource

    /// The maximum number of codes, and of refresh tokens; the newest replace the oldest.
    ///
    /// The people and their passwords are public, so any site can send forms that sign them in. The limit is Tessera's.
    package static let capacity = 20_000

    func issueCode(
        _ grant: Grant, for request: AuthorizeRequest, at redirectURI: RedirectURI, now: Date
    ) async throws -> String {
        let code = AuthorizationCode.make(from: random)
        var grant = grant
        grant.isSinglePage = request.target.client.isSinglePage(redirectURI.text) ? true : nil
        let row = AuthorizationCodeRow(
            codeHash: SecretHash.of(code), grant: grant, redirectURI: redirectURI.text, nonce: request.nonce,
            codeChallenge: request.codeChallenge?.text, codeChallengeMethod: request.codeChallenge?.method,
            expiresAt: now + database.lifetimes[.entraCode], redeemed: false)
        try await database.write { database in
            // Kept for a day after its end, so that a late client gets "expired" and not "unknown".
            try AuthorizationCodeRow.removeExpired(before: now - 86_400, in: database)
            try AuthorizationCodeRow.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return code
    }

    /// Redeems a code in one transaction: of two concurrent requests, only one gets the row.
    ///
    /// `check` validates the client by the grant; a refused client does not use up the code.
    func redeem(
        code: String, by clientID: String, check: @escaping @Sendable (Grant) throws -> Void
    ) async throws -> AuthorizationCodeRow {
        let hash = SecretHash.of(code)
        return try await database.write { database in
            // A client cannot use up the code of another client.
            guard var row = try AuthorizationCodeRow.fetchOne(database, key: hash), row.grant.clientID == clientID
            else {
                throw EntraError.unknownGrant
            }
            guard !row.redeemed else { throw EntraError.codeRedeemed }
            try check(row.grant)
            let before = row
            row.redeemed = true
            try row.update(database)
            return before
        }
    }

    /// Earlier refresh tokens stay valid, as at Entra ID.
    func issueRefreshToken(_ grant: Grant, now: Date) async throws -> String {
        let token = random.text(bytes: 48)
        var grant = grant
        if grant.isSinglePage == true, grant.refreshTokensEndAt == nil {
            grant.refreshTokensEndAt = now + database.lifetimes[.entraSinglePage]
        }
        let row = RefreshTokenRow(
            tokenHash: SecretHash.of(token), grant: grant,
            expiresAt: grant.refreshTokensEndAt ?? now + database.lifetimes[.entraRefreshToken])
        try await database.write { database in
            try RefreshTokenRow.removeExpired(before: now - 86_400, in: database)
            try RefreshTokenRow.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return token
    }

    /// Also returns an expired token.
    func refreshToken(_ token: String) throws -> RefreshTokenRow {
        let hash = SecretHash.of(token)
        let row = try database.readHere { database in
            try RefreshTokenRow.fetchOne(database, "SELECT * FROM refreshToken WHERE tokenHash = \(hash)")
        }
        guard let row else { throw EntraError.unknownGrant }
        return row
    }
}

package struct AuthorizationCodeRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "authorizationCode"

    let codeHash: String
    package let grant: Grant
    let redirectURI: String
    let nonce: String?
    let codeChallenge: String?
    let codeChallengeMethod: CodeChallenge.Method?
    let expiresAt: Date
    var redeemed: Bool

    var challenge: CodeChallenge? {
        codeChallenge.map { CodeChallenge(text: $0, method: codeChallengeMethod ?? .plain) }
    }
}

package struct RefreshTokenRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "refreshToken"

    let tokenHash: String
    package let grant: Grant
    let expiresAt: Date

    func expired(after lifetimes: TenantLifetimes) -> EntraError {
        guard let end = grant.refreshTokensEndAt else {
            let lifetime = lifetimes[.entraRefreshToken]
            return .refreshTokenInactive(since: expiresAt - lifetime, for: lifetime)
        }
        let lifetime = lifetimes[.entraSinglePage]
        return .singlePageTokenExpired(issuedAt: end - lifetime, lasting: lifetime)
    }
}
