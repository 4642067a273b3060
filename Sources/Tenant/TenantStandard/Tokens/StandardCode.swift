// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A code as the ledger stores it, with the values that its redeemer must prove.
struct StandardCode: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardCode"

    let codeHash: String
    let grantID: String
    let redirectURI: String
    let nonce: String?
    let codeChallenge: String?
    /// The key that the redeemer must possess. RFC 9449 §10
    let thumbprint: String?
    let expiresAt: Date
    var isRedeemed: Bool
}
