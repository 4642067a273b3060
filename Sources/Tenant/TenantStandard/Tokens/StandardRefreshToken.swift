// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A refresh token as the ledger stores it.
struct StandardRefreshToken: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardRefreshToken"

    let tokenHash: String
    let grantID: String
    let scope: String
    /// The key that the token's sender must possess; only for public clients. RFC 9449 §5
    let thumbprint: String?
    let issuedAt: Date
    let expiresAt: Date
    var isUsed: Bool
}
