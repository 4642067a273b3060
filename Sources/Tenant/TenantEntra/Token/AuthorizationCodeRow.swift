// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantAuthorization

/// A code in the ledger, with the challenge for its redeemer.
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

    /// The challenge for the redeemer; `nil` if the app sent none.
    var challenge: CodeChallenge? {
        codeChallenge.map { CodeChallenge(text: $0, method: codeChallengeMethod ?? .plain) }
    }
}
