// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantAuthorization

/// A code as the ledger keeps it, with what its redeemer must prove.
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

    /// What the redeemer must prove, where the app asked for it.
    var challenge: CodeChallenge? {
        codeChallenge.map { CodeChallenge(text: $0, method: codeChallengeMethod ?? .plain) }
    }
}
