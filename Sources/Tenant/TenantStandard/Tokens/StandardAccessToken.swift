// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth

/// An access token as the ledger stores it, either a JWT or opaque.
struct StandardAccessToken: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardAccessToken"

    let tokenHash: String
    /// The `jti`.
    let id: String
    let grantID: String
    let scope: String
    /// The key that the token's sender must possess. RFC 9449 §6
    let thumbprint: String?
    let issuedAt: Date
    let expiresAt: Date

    var scopes: ScopeSet { ScopeSet(text: scope) }
}
