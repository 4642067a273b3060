// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A code as the ledger keeps it, with what its redeemer must prove.
struct AuthorizationCodeRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "authorizationCode"

    let codeHash: String
    let grant: Grant
    let redirectURI: String
    let nonce: String?
    let codeChallenge: String?
    let codeChallengeMethod: String?
    let expiresAt: Date
    var redeemed: Bool
}
