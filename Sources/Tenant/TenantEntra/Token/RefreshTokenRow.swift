// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A refresh token in the ledger.
package struct RefreshTokenRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "refreshToken"

    let tokenHash: String
    package let grant: Grant
    let expiresAt: Date

    /// The error for a client with an expired token.
    var expired: EntraError {
        guard let end = grant.refreshTokensEndAt else {
            return .refreshTokenInactive(since: expiresAt - GrantLedger.refreshTokenLifetime)
        }
        return .singlePageTokenExpired(issuedAt: end - GrantLedger.singlePageLifetime)
    }
}
